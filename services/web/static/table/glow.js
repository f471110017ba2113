// On a phone the table is longer than the screen: what glows next comes into sight, unless some of it is seen already.
import {calm} from "./calm.js";
import {narrow} from "./narrow.js";

const edges = (element) => element.getBoundingClientRect();

function isSeen(thing, top, bottom) {
  const {top: above, bottom: below, width} = edges(thing);
  return width > 0 && above >= top && below <= bottom;
}

let before = "";

// Only what glows anew is followed: who looks around meanwhile is left where they are.
function isNew(glowing) {
  const now = glowing.map((thing) => thing.dataset.handle).join(" ");
  const differs = now !== before;
  before = now;
  return differs;
}

export function followGlow() {
  if (!narrow.matches || document.querySelector("main").dataset.turn !== "yours") return;
  const top = edges(document.querySelector("#table-head")).bottom, bottom = edges(document.querySelector("#turn")).top;
  const glowing = [...document.querySelectorAll(".panel [data-handle]:not([data-aside])")];
  if (!isNew(glowing) || !glowing.length || glowing.some((thing) => isSeen(thing, top, bottom))) return;
  glowing[0].closest(".panel").scrollIntoView({block: "start", behavior: calm() ? "instant" : "smooth"});
}
