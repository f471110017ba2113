// Everything with a name says what it is and does, and what cannot be pointed at says why: on a pointer that rests, a long
// press, and by keyboard (Shift with J or K).
import {hide, labelOf, tell} from "./plates.js";

const REST = 220;
const LONG = 450;
const told = new Map();
let timer;
let asked = 0;

const main = () => document.querySelector("main");
const things = () => [...document.querySelectorAll("main .part [data-thing]:not([data-handle])")];

// Things let clicks through to what lies below them, so they are found by where they are: the smallest one wins.
function thingAt(x, y) {
  let best = null;
  let least = Infinity;
  for (const thing of things()) {
    const {left, right, top, bottom, width, height} = thing.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom || !width || width * height >= least) continue;
    [best, least] = [thing, width * height];
  }
  return best;
}

async function reason(thing) {
  const {id, version, draft, path} = main().dataset;
  const name = thing.dataset.thing;
  const key = [version, draft, path, name].join(" ");
  if (!told.has(key)) {
    if (told.size > 200) told.clear();
    told.set(key, fetch(`/games/${id}/why?${new URLSearchParams({thing: name, path})}`).then((answer) => (answer.ok ? answer.text() : "")));
  }
  return told.get(key);
}

// What can be pointed at is told by what it leads to; below that stands what it is.
async function tellMore(thing) {
  const number = ++asked;
  const [, ...more] = (await reason({dataset: {thing: thing.dataset.handle}}).catch(() => "")).split("\n");
  if (number === asked && more.length && thing.isConnected) tell(thing, [labelOf(thing), ...more].join("\n"));
}

async function explain(thing) {
  const number = ++asked;
  const text = await reason(thing).catch(() => "");
  if (number === asked && text) tell(thing, text);
  return text;
}

const onBoard = (target) => target.closest?.(".panel") && !target.closest("[data-handle], a, button, summary");

document.addEventListener("pointermove", (event) => {
  clearTimeout(timer);
  asked += 1;
  if (document.querySelector("#plate.why")) hide();
  if (event.pointerType !== "mouse") return;
  const handle = event.target.closest?.(".part [data-handle]");
  if (handle) timer = setTimeout(tellMore, REST, handle);
  if (!onBoard(event.target)) return;
  timer = setTimeout(() => {
    const thing = thingAt(event.clientX, event.clientY);
    if (thing) explain(thing);
  }, REST);
});

document.addEventListener("pointerdown", (event) => {
  clearTimeout(timer);
  if (event.pointerType === "mouse" || !onBoard(event.target)) return;
  timer = setTimeout(() => {
    const thing = thingAt(event.clientX, event.clientY);
    if (thing) explain(thing);
  }, LONG);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(timer));

const kind = (name) => name.split(":")[0];

// From thing to thing of the kinds that can be pointed at now, skipping those of which the rules have nothing to say.
export async function walkReasons(step) {
  const kinds = new Set([...document.querySelectorAll("main .part [data-handle]:not([data-aside])")].map((one) => kind(one.dataset.handle)));
  const all = things().filter((thing) => kinds.has(kind(thing.dataset.thing)) && thing.getClientRects().length);
  const start = all.indexOf(document.activeElement);
  for (let tried = 1; tried <= all.length; tried += 1) {
    const thing = all[(start + step * tried + all.length * 2) % all.length];
    const text = await reason(thing).catch(() => "");
    if (!text) continue;
    hide();
    thing.setAttribute("tabindex", "-1");
    thing.setAttribute("role", "img");
    thing.setAttribute("aria-label", text);
    thing.focus();
    return tell(thing, text);
  }
}
