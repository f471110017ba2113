// The plate tells what a thing is: on hover, on focus, and on a long press.
const plate = document.querySelector("#plate");
const LONG = 450;
let pressed;

// What stands for something else, as a price for its city, is told by the name of that.
const named = (thing) => (thing.ariaHidden ? document.querySelector(`[data-handle="${thing.dataset.handle}"][aria-label]`) : null) ?? thing;

export const labelOf = (thing) => named(thing).getAttribute("aria-label");

function show(thing) {
  const label = labelOf(thing);
  if (!label || thing.matches(".btn")) return hide();
  tell(thing, label);
}

// What is said of something that cannot be pointed at stands in a quiet frame.
export function tell(thing, text) {
  plate.textContent = text;
  plate.classList.toggle("titled", text.includes("\n"));
  plate.classList.toggle("why", !thing.matches("[data-handle]"));
  plate.hidden = false;
  const box = thing.getBoundingClientRect();
  const {width, height} = plate.getBoundingClientRect();
  const left = Math.min(Math.max(box.left + box.width / 2 - width / 2, 8), innerWidth - width - 8);
  const above = box.top - height - 8;
  plate.style.left = `${left}px`;
  plate.style.top = `${above > 8 ? above : Math.min(box.bottom + 8, innerHeight - height - 8)}px`;
}

export function hide() {
  plate.hidden = true;
}

const thing = (event) => event.target.closest?.("[data-handle]");
document.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") thing(event) ? show(thing(event)) : hide(); });
document.addEventListener("focusin", (event) => (thing(event)?.matches(":focus-visible") ? show(thing(event)) : hide()));
document.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "mouse" || !thing(event)) return hide();
  const held = thing(event);
  pressed = setTimeout(() => {
    show(held);
    document.addEventListener("click", (click) => click.stopImmediatePropagation(), {capture: true, once: true});
  }, LONG);
});
for (const end of ["pointerup", "pointercancel", "pointermove"]) document.addEventListener(end, () => clearTimeout(pressed));
document.addEventListener("keydown", ({key}) => { if (key === "Escape") hide(); });
