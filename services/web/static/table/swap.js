// Puts a new picture of the table in place of the old one: only what differs, keeping focus, scroll and what is open.
import {forget} from "./foresee.js";
import {oneStop, showTab} from "./tabs.js";

const SWAPPED = "#table-head, #notice, #plan-panel, .panel, #others, #chronicle, #talk-lines, #turn";

// An element without what is drawn in it: each drawing is named by its contents.
function bare(element) {
  const copy = element.cloneNode(false);
  if (!element.dataset?.kept) for (const child of element.childNodes) copy.append(child.nodeType === 1 ? bare(child) : child.cloneNode());
  return copy;
}

const told = (element) => bare(element).outerHTML;
const shown = new Map([...document.querySelectorAll(SWAPPED)].map((element) => [element.id, told(element)]));

// What the page has of the drawing: the server leaves it out, and it is put back into the picture that comes.
export const kept = () => [...new Set([...document.querySelectorAll("main [data-kept]")].map((one) => one.dataset.kept))].join(" ");

function fill(picture) {
  for (const one of picture.querySelectorAll("[data-kept]:empty")) {
    const same = document.querySelector(`main [data-kept="${one.dataset.kept}"]`);
    if (same) one.replaceWith(same.cloneNode(true));
  }
}

function focused() {
  const element = document.activeElement;
  const hook = ["data-handle", "data-confirm", "data-back", "data-discard", "data-undo"].find((name) => element?.hasAttribute(name));
  if (element?.id && element.closest("main")) return `#${CSS.escape(element.id)}`;
  return hook ? `[${hook}="${CSS.escape(element.getAttribute(hook))}"]` : null;
}

// The title and the icon of the window say whether it is the reader's turn.
export function tellTurn() {
  const {title, turn} = document.querySelector("main").dataset;
  document.title = `${title} – Acta`;
  const name = turn === "yours" ? "./icon-turn.svg" : "../icon.svg";
  document.querySelector("link[rel=icon]").href = new URL(name, import.meta.url).href;
}

// Of a long turn the newest step is seen; the earlier ones are reached by scrolling the row.
export function showNewestStep() {
  const steps = document.querySelector(".chips");
  if (steps) steps.scrollLeft = steps.scrollWidth;
}

// Whether the whole layout is another one now.
export function swap(html) {
  const next = new DOMParser().parseFromString(html, "text/html").querySelector("main");
  const main = document.querySelector("main");
  if (!next) return location.reload();
  forget();
  fill(next);
  const place = focused();
  const live = main.dataset.live;
  const turned = next.querySelector("#table-head") && next.classList.contains("narrow") !== main.classList.contains("narrow");
  for (const {name, value} of next.attributes) main.setAttribute(name, value);
  main.dataset.live = live;
  tellTurn();
  if (turned) rebuild(main, next);
  else put(next);
  showNewestStep();
  oneStop();
  if (place) (document.querySelector(place) ?? document.querySelector("#turn"))?.focus?.({preventScroll: true});
  return turned;
}

// A phone shows other panels than a wide screen, in another order: when one becomes the other, all is put in anew.
// What somebody is just writing stays.
function rebuild(main, next) {
  const written = [...main.querySelectorAll("input[id], textarea[id]")].map(({id, value}) => [id, value]);
  main.replaceChildren(...next.childNodes);
  for (const [id, value] of written) if (main.querySelector(`#${id}`)) main.querySelector(`#${id}`).value = value;
  shown.clear();
  for (const element of main.querySelectorAll(SWAPPED)) shown.set(element.id, told(element));
  showTab();
}

// Every part of a picture in place of the one that is shown.
export function put(picture) {
  for (const element of [...picture.querySelectorAll(SWAPPED)].filter((one) => one.id)) {
    const old = document.getElementById(element.id);
    const now = told(element);
    if (!old || shown.get(element.id) === now) continue;
    shown.set(element.id, now);
    if (element.tagName === "DETAILS" && old.tagName === "DETAILS") element.open ||= old.open;
    for (const open of old.querySelectorAll("details[id][open]")) {
      const same = element.querySelector(`#${open.id}`);
      if (same) same.open = true;
    }
    const top = old.scrollTop;
    element.classList.toggle("on", old.classList.contains("on"));
    old.replaceWith(element);
    element.scrollTop = top;
  }
}
