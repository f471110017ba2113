// Shows again what happened since the reader's last turn, and how the table counted points: one thing after the other,
// two seconds each. It can be held and gone back in. Any click elsewhere, Skip or Escape ends it; who wants no motion
// goes on by hand.
import {untilSeen} from "../seen.js";
import {calm} from "./calm.js";
import {put} from "./swap.js";

const BEAT = 2000;
const READING = 2600;
const card = document.querySelector("#moment");
const told = card.querySelector(".told");
const main = () => document.querySelector("main");
const parse = (html) => new DOMParser().parseFromString(html, "text/html").body;
let go = null;

async function fragment(address) {
  const headers = {"X-Fragment": "board", "X-Narrow": main().dataset.narrow, Accept: "text/html"};
  const answer = await fetch(address, {headers});
  return answer.ok ? parse(await answer.text()) : null;
}

const END = 0;
const hold = card.querySelector("[data-hold]");
let held = false;
let wait = null;

// Where to go from here: on after a while or by Next, back, or to the end.
function beat(length) {
  return new Promise((done) => {
    let timer;
    wait = () => {
      clearTimeout(timer);
      timer = calm() || held ? null : setTimeout(() => go?.(1), length);
    };
    go = (step) => {
      clearTimeout(timer);
      go = wait = null;
      done(step);
    };
    wait();
  });
}

function holdIt(on) {
  held = on;
  hold.setAttribute("aria-pressed", on);
  wait?.();
}

hold.addEventListener("click", () => holdIt(!held));
card.querySelector("[data-skip]").addEventListener("click", () => go?.(END));
card.querySelector("[data-next]").addEventListener("click", () => go?.(1));
card.querySelector("[data-before]").addEventListener("click", () => { holdIt(true); go?.(-1); });
document.addEventListener("pointerdown", ({target}) => { if (!target.closest("#moment, [data-show]")) go?.(END); }, {capture: true});
document.addEventListener("keydown", ({key}) => { if (key === "Escape") go?.(END); });

function count(number, all) {
  card.querySelector(".count").textContent = card.dataset.of.replace("{number}", number).replace("{all}", all);
  card.querySelector("[data-next]").hidden = number === all;
  card.querySelector("[data-before]").disabled = number === 1;
  hold.hidden = calm();
}

function lines() {
  const found = new Map();
  for (const link of document.querySelectorAll("#chronicle li.new:not(.retracted) a")) {
    found.set(Number(new URL(link.href).searchParams.get("at")), link.textContent);
  }
  return [...found].sort(([one], [other]) => one - other);
}

// The card stands on the other side of a wide window than what it tells of.
function standAside(thing) {
  const {left, width} = thing.getBoundingClientRect();
  card.classList.toggle("aside", left + width / 2 > innerWidth / 2);
}

function reveal(thing) {
  if (thing) standAside(thing);
  for (let drawer = thing?.closest("details"); drawer; drawer = drawer.parentElement?.closest("details")) drawer.open = true;
  thing?.scrollIntoView({block: "center", behavior: calm() ? "instant" : "smooth"});
}

// What changed since the reader's last turn, on the table itself. The caller shows the newest picture afterwards.
export async function showNews() {
  const {id, since} = main().dataset;
  const news = lines();
  document.documentElement.classList.add("showing");
  for (let number = 0; number < news.length;) {
    const [at, text] = news[number];
    const picture = await fragment(`/games/${id}/moment?${new URLSearchParams({at, from: news[number - 1]?.[0] ?? since})}`);
    if (!picture) break;
    put(picture);
    told.textContent = text;
    count(number + 1, news.length);
    card.hidden = false;
    reveal(main().querySelector(".part .changed"));
    const step = await beat(BEAT);
    if (step === END || document.hidden) break;
    number = Math.max(0, number + step);
  }
  card.hidden = true;
  holdIt(false);
  document.documentElement.classList.remove("showing");
}

function grow(step, most) {
  for (const bar of step.querySelectorAll("[data-to]")) {
    bar.style.width = `${Math.max(0, bar.dataset.from / most) * 100}%`;
    requestAnimationFrame(() => requestAnimationFrame(() => { bar.style.width = `${Math.max(0, bar.dataset.to / most) * 100}%`; }));
  }
}

// How the table counted points after a version: source by source, each where it comes from.
async function showScoring(after) {
  const found = (await fragment(`/games/${main().dataset.id}/scoring?after=${after}`))?.querySelector(".counted");
  const steps = [...found?.children ?? []];
  if (!steps.length) return;
  document.documentElement.classList.add("counting");
  for (let number = 0; number < steps.length;) {
    const step = steps[number];
    await untilSeen();
    const list = document.createElement("ol");
    list.append(step);
    told.replaceChildren(list);
    count(number + 1, steps.length);
    card.hidden = false;
    const panel = document.querySelector(`#panel-${step.dataset.area}`);
    panel?.classList.add("spot");
    if (!calm()) reveal(panel);
    grow(step, found.dataset.most);
    const by = await beat(READING);
    document.querySelectorAll(".spot").forEach((panel) => panel.classList.remove("spot"));
    if (by === END) break;
    number = Math.max(0, number + by);
  }
  card.hidden = true;
  holdIt(false);
  document.documentElement.classList.remove("counting");
}

// Each scoring is shown once to a browser, as soon as it is there.
export async function tellScoring() {
  await untilSeen();
  const {id, since, scored} = main().dataset;
  const key = `scored ${id}`;
  const seen = Number(localStorage.getItem(key) ?? since);
  if (Number(scored) <= seen) return;
  localStorage.setItem(key, scored);
  localStorage.setItem(`counted ${id}`, seen);
  await showScoring(seen);
}

// Once more, as often as somebody wants.
document.addEventListener("click", ({target}) => {
  if (!target.closest("[data-recount]")) return;
  target.closest("details").open = false;
  const {id, since} = main().dataset;
  showScoring(Number(localStorage.getItem(`counted ${id}`) ?? since));
});
