// The site by keyboard. A table has keys of its own, which go first there.
const onTable = document.querySelector("#keys") !== null;
let after = "";

const open = (address) => { location.href = address; };
const rows = () => [...document.querySelectorAll("main .t, main .turn h3 a")];

function walk(step) {
  const all = rows();
  if (!all.length) return;
  const at = all.indexOf(document.activeElement);
  all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length].focus();
}

const KEYS = {
  n: () => open(onTable ? `/next?after=${document.querySelector("main").dataset.id}` : "/next"), c: () => open("/new"),
  j: () => walk(1), k: () => walk(-1),
  "?": () => document.querySelector("#site-keys")?.togglePopover(),
};
const PLACES = {h: "/", t: "/tables", p: "/people"};

document.addEventListener("keydown", (event) => {
  const {target, key} = event;
  if (target.closest("input, textarea, select, [contenteditable], [popover], dialog")) return;
  if (document.documentElement.dataset.keys === "off" || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  const place = after === "g" ? PLACES[key] : undefined;
  after = key;
  if (place) open(place);
  else if (KEYS[key] && !(onTable && ["j", "k", "?"].includes(key))) {
    event.preventDefault();
    KEYS[key]();
  }
});
