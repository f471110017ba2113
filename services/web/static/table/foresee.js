// A step shows at once: what was pointed at is marked, what may follow it glows, everything else fades and rests. All
// that may be chosen stands in the list of choices, each with its path of things. The server's answer takes its place.
let undone = [];

const main = () => document.querySelector("main");
const kind = (thing) => thing.split(":")[0];

function choices() {
  return [...document.querySelectorAll("#all-choices .choice")].map(({value, textContent}) => ({path: value.split(" "), label: textContent}));
}

const beginning = (all, start) => all.filter(({path}) => start.every((thing, at) => path[at] === thing));

function mark(element, name) {
  element.classList.add(name);
  undone.push(() => element.classList.remove(name));
}

function attribute(element, name, value) {
  const before = element.getAttribute(name);
  value === null ? element.removeAttribute(name) : element.setAttribute(name, value);
  undone.push(() => { before === null ? element.removeAttribute(name) : element.setAttribute(name, before); });
}

// As it was before anything was foreseen.
export function forget() {
  for (const undo of undone.reverse()) undo();
  undone = [];
}

function light(element, handle, label) {
  mark(element, "next");
  for (const [name, value] of [["data-handle", handle], ["role", "button"], ["tabindex", "0"], ["aria-label", label]]) attribute(element, name, value);
}

// The step as it will stand in the bar: as the bar has offered it, or told by its label.
function addStep(label) {
  const step = document.createElement("li");
  step.className = "chip coming";
  const shown = document.querySelector(".offered.picked .shown")?.cloneNode(true) ?? document.createElement("span");
  shown.className = "shown";
  if (!shown.firstChild) shown.append(Object.assign(document.createElement("span"), {textContent: label}));
  step.append(shown);
  const steps = document.querySelector(".chips");
  steps?.append(step);
  if (steps) steps.scrollLeft = steps.scrollWidth;
  undone.push(() => step.remove());
}

// What pointing at the last of these things means; nothing if the page knows of no such choice.
export function foresee(path) {
  const all = choices();
  const start = [path, path.slice(-1)].find((one) => beginning(all, one).length);
  if (!start) return null;
  forget();
  const fitting = beginning(all, start);
  const next = new Map();
  for (const {path: steps, label} of fitting) {
    const thing = steps[start.length];
    if (thing) next.set(thing, next.has(thing) ? "" : label);
  }
  const whole = next.size === 0;
  // What could stand in place of the first thing still can.
  const instead = (thing) => !whole && !start.includes(thing) && [kind(start[0]), "bar"].includes(kind(thing));
  mark(main(), "foreseen");
  for (const element of main().querySelectorAll("[data-handle]")) {
    const {handle} = element.dataset;
    if (start.includes(handle)) mark(element, "picked");
    else if (!next.has(handle) && !instead(handle)) mark(element, "rests");
    else continue;
    attribute(element, "data-handle", null);
  }
  for (const [thing, label] of next) {
    for (const element of main().querySelectorAll(`.part [data-thing="${CSS.escape(thing)}"]:not([data-handle])`)) light(element, thing, label || thing);
  }
  if (whole) addStep(fitting[0].label);
  return {path: start, whole};
}
