// Chronicle, chat and notes as tabs; without JavaScript they stand below each other.
function choose(name) {
  for (const tab of document.querySelectorAll("[data-tabs] [role=tab]")) {
    const on = tab.hash === `#${name}`;
    tab.setAttribute("aria-selected", on);
    document.querySelector(tab.hash)?.classList.toggle("on", on);
  }
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-tabs] [role=tab]");
  if (!tab) return;
  event.preventDefault();
  choose(tab.hash.slice(1));
});
// The lines of the chronicle are one stop of the Tab key; the arrows go from line to line.
const lines = () => [...document.querySelectorAll("#chronicle li a")];

export function oneStop() {
  for (const [number, line] of lines().entries()) line.tabIndex = number ? -1 : 0;
}

document.addEventListener("keydown", (event) => {
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  const line = step && event.target.closest?.("#chronicle li a");
  if (!line) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const all = lines(), next = all[all.indexOf(line) + step];
  if (!next) return;
  line.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
oneStop();
export const showTab = (name = "chronicle") => choose(name);
showTab();
