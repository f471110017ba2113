// A lesson with JavaScript: what is pointed at is asked of the server, and the next picture comes without a new page.
// Without it the list of choices and the links of the coach do the same.
import {narrow, onWidth, openDrawers, width} from "../table/narrow.js";
import {pad} from "../table/pads.js";
import "../table/plates.js";

document.documentElement.classList.add("js");
const main = () => document.querySelector("main");
const press = (name) => document.querySelector(`[data-key=${name}]`)?.click();
let busy = Promise.resolve();

// On a phone what is spoken of stands whole between the header and the sheet.
function settle() {
  openDrawers();
  pad();
  const choices = document.querySelector("#all-choices");
  if (choices) choices.open = false;
  const about = document.querySelector(".spotted") ?? document.querySelector(".panel.lit");
  if (!narrow.matches || !about) return;
  if (about.tagName === "DETAILS") about.open = true;
  scrollBy({top: about.getBoundingClientRect().top - 62});
}

async function show(address) {
  const answer = await fetch(address, {headers: {"X-Fragment": "all", "X-Narrow": width(), Accept: "text/html"}});
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (!next) return location.assign(address);
  history.replaceState(null, "", answer.url);
  main().replaceWith(document.importNode(next, true));
  document.querySelector("#plate").hidden = true;
  settle();
  document.querySelector("#coach-title").focus({preventScroll: true});
}

const go = (address) => { busy = busy.then(() => show(address)).catch(() => location.assign(address)); };
const point = (path) => go(`${main().dataset.address}&path=${encodeURIComponent(path)}`);

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.button) return;
  const link = event.target.closest(".coach a[href*='?step=']");
  if (link) {
    event.preventDefault();
    return go(link.href);
  }
  const {kind, path} = main().dataset;
  const panel = event.target.closest(".panel");
  if (kind === "point" && panel) return document.querySelector(`[data-place="${panel.id.replace("panel-", "")}"]`)?.click();
  const thing = event.target.closest("[data-handle]") ?? event.target.closest("[data-thing]");
  if (kind === "do" && thing) point(`${path} ${thing.dataset.handle ?? thing.dataset.thing}`.trim());
});

document.addEventListener("submit", (event) => {
  if (!event.target.closest("#all-choices")) return;
  event.preventDefault();
  point(event.submitter.value);
});

const targets = () => [...document.querySelectorAll("main [data-handle]:not([aria-hidden])")].filter((one) => one.getClientRects().length);
function walk(step) {
  const all = targets();
  if (all.length) all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
}
const KEYS = {
  ArrowRight: () => walk(1), ArrowDown: () => walk(1), j: () => walk(1), ArrowLeft: () => walk(-1), ArrowUp: () => walk(-1), k: () => walk(-1),
  Enter: () => press("next"), Backspace: () => press("back"), h: () => press("solve"), Escape: () => press("leave"),
};
document.addEventListener("keydown", (event) => {
  const {target, key} = event;
  if (event.altKey || event.metaKey || event.ctrlKey || target.matches("input, textarea, select")) return;
  if ((key === "Enter" || key === " ") && target.matches("svg [data-handle]")) {
    event.preventDefault();
    return target.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  }
  if (key === "Enter" && target.closest("a, button, summary")) return;
  if (document.documentElement.dataset.keys === "off" && key.length === 1) return;
  if (KEYS[key]) {
    event.preventDefault();
    KEYS[key]();
  }
});

function drawAnew() {
  document.cookie = `narrow=${width()};path=/learn;samesite=lax`;
  go(location.href);
}
onWidth(drawAnew);
if (width() === main().dataset.narrow) settle();
else drawAnew();
