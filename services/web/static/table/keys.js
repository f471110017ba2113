// The table by keyboard: J and K or the arrows walk among what glows, Enter and Space point, Backspace goes back.
// What nobody waits for comes last.
import {walkReasons} from "./reasons.js";

const seen = (hook) => [...document.querySelectorAll(`main ${hook}`)].filter((one) => one.getClientRects().length);
const targets = () => [...seen("[data-handle]:not([data-aside], [aria-hidden])"), ...seen("[data-handle][data-aside]")];

function walk(step) {
  const all = targets();
  if (!all.length) return;
  const at = all.indexOf(document.activeElement);
  all[(at + step + all.length) % all.length].focus();
}

const press = (hook) => document.querySelector(`[${hook}]:not(:disabled)`)?.click();
const KEYS = {
  j: () => walk(1), k: () => walk(-1), ArrowRight: () => walk(1), ArrowLeft: () => walk(-1), ArrowDown: () => walk(1), ArrowUp: () => walk(-1),
  J: () => walkReasons(1), K: () => walkReasons(-1),
  Backspace: () => press("data-back"), "?": () => document.querySelector("#keys").togglePopover(),
};

document.addEventListener("keydown", (event) => {
  const {target, key} = event;
  if (target.matches("input, textarea, select") || event.altKey || event.metaKey) return;
  if (key === "Enter" && event.ctrlKey) return press("data-confirm");
  if ((key === "Enter" || key === " ") && target.matches("svg [data-handle]")) {
    event.preventDefault();
    return target.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  }
  if (document.documentElement.dataset.keys === "off" && key.length === 1) return;
  if (event.ctrlKey || target.closest("[popover], dialog, summary, [role=tab]")) return;
  if (KEYS[key]) {
    event.preventDefault();
    KEYS[key]();
  }
});
