// Keys of the analysis: J and K go from turn to turn, Enter opens one, T tries the open one out, Escape closes it.

const rows = () => [...document.querySelectorAll("[data-row]")];

function step(by) {
  const all = rows();
  if (!all.length) return;
  const at = all.indexOf(document.activeElement);
  const opened = all.findIndex((row) => row.closest("li").classList.contains("open"));
  const from = at >= 0 ? at : opened;
  all[Math.min(Math.max(from + by, 0), all.length - 1)].focus();
}

const KEYS = {
  j: () => step(1),
  k: () => step(-1),
  t: () => document.querySelector("[data-try]")?.requestSubmit(),
  Escape: () => document.querySelector("li.open [data-row]")?.click(),
};

document.addEventListener("keydown", (event) => {
  const busy = event.target.closest("input, select, textarea, dialog");
  if (busy || event.ctrlKey || event.metaKey || event.altKey || document.documentElement.dataset.keys === "off") return;
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
