// The first turn explained in a few steps, each near what it tells of, clear of what glows, and rather above the board
// or the chronicle than above figures.
// It can be left at once, and does not come again.
const tour = document.querySelector("#tour");
const key = `tour ${tour?.dataset.tour}`;
const steps = [...tour?.querySelectorAll("[data-step]") ?? []];
const TOLD_OF = {do: "#turn-ask", glow: ".panel.lit", bar: "#turn", look: "#tabs"};
const GAP = 10;
const FIGURES = ".panel:not(.a-board, .a-circle, [role=tabpanel])";
const FAR = 400; // pixels that a spot may be farther away if it hides no figures
let at = 0;

const edges = (element) => element.getBoundingClientRect();
const middle = ({left, right, top, bottom}) => [(left + right) / 2, (top + bottom) / 2];

function shared(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, wide) * Math.max(0, high);
}

// Places all over what is seen of the table.
function spots() {
  const {width, height} = edges(tour);
  const top = edges(document.querySelector("#table-head")).bottom + GAP;
  const bottom = edges(document.querySelector("#turn")).top - GAP - height;
  const right = innerWidth - GAP - width;
  const between = (from, to) => [0, 0.25, 0.5, 0.75, 1].map((share) => from + (to - from) * share);
  const across = between(GAP, right), down = between(top, bottom);
  return across.flatMap((left) => down.map((above) => ({left, top: above, right: left + width, bottom: above + height})));
}

function place() {
  document.querySelector(".told-of")?.classList.remove("told-of");
  const about = document.querySelector(TOLD_OF[steps[at].dataset.step]);
  about?.classList.add("told-of");
  const [glowing, figures] = ["main [data-handle]", FIGURES].map((what) => [...document.querySelectorAll(what)].map(edges));
  const covered = (spot, what) => what.reduce((sum, one) => sum + shared(spot, one), 0);
  const {width, height} = edges(tour);
  const [x, y] = middle(about ? edges(about) : {left: 0, right: innerWidth, top: 0, bottom: innerHeight});
  const costs = spots().map((spot) => {
    const [across, down] = middle(spot);
    const busy = FAR * covered(spot, figures) / (width * height);
    return [covered(spot, glowing) * 100 + busy + Math.hypot(across - x, down - y), spot];
  });
  const [, best] = costs.reduce((one, other) => (other[0] < one[0] ? other : one));
  tour.style.left = `${best.left}px`;
  tour.style.top = `${best.top}px`;
}

function leave() {
  tour.hidden = true;
  document.querySelector(".told-of")?.classList.remove("told-of");
  localStorage.setItem(key, "seen");
}

// On the reader's first turn, and again wherever the table was just drawn anew.
export function offerTour() {
  if (!tour || localStorage.getItem(key) || document.querySelector("main").dataset.turn !== "yours") return;
  steps.forEach((step, number) => { step.hidden = number !== at; });
  tour.hidden = false;
  place();
}

tour?.querySelector("[data-leave]").addEventListener("click", leave);
tour?.querySelector("[data-next]").addEventListener("click", () => {
  at += 1;
  if (at < steps.length) offerTour();
  else leave();
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && tour && !tour.hidden) leave(); });
addEventListener("resize", offerTour);
