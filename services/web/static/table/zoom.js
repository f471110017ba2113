// Boards on a phone: two fingers zoom, one finger moves what is zoomed, a double tap shows the whole again.
// The view box changes, so everything stays sharp and where it is pointed at.
const MOST = 4;
const DOUBLE = 300;
const zoomed = new Map();
let start = null;
let tapped = 0;

const boxOf = (svg) => svg.viewBox.baseVal;
const whole = (svg) => (svg.dataset.whole ??= svg.getAttribute("viewBox")).split(" ").map(Number);

function show(svg, x, y, width) {
  const [left, top, wide, high] = whole(svg);
  const height = width * high / wide;
  const inside = (value, least, most) => Math.min(Math.max(value, least), most);
  const box = [inside(x, left, left + wide - width), inside(y, top, top + high - height), width, height];
  svg.setAttribute("viewBox", box.join(" "));
  if (width < wide) zoomed.set(svg.id, box.join(" "));
  else zoomed.delete(svg.id);
}

// A fresh picture of a board keeps the part of it that is looked at.
export function keepZoom() {
  for (const [id, box] of zoomed) {
    const svg = document.getElementById(id);
    if (!svg || svg.dataset.whole) continue;
    whole(svg);
    svg.setAttribute("viewBox", box);
  }
}

const middle = ([one, other = one]) => [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

function boardAt({target, touches}) {
  const parts = target.closest?.(".narrow .panel")?.querySelectorAll(".part") ?? [];
  const [x, y] = middle(touches);
  return [...parts].find((part) => {
    const {left, right, top, bottom} = part.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  });
}

document.addEventListener("touchstart", (event) => {
  const svg = boardAt(event);
  start = null;
  if (!svg || event.touches.length > 2) return;
  const {x, y, width} = boxOf(svg);
  const frame = svg.getBoundingClientRect();
  start = {svg, x, y, width, frame, at: middle(event.touches), span: event.touches.length === 2 ? apart(event.touches) : 0};
}, {passive: true});

document.addEventListener("touchmove", (event) => {
  if (!start || !(event.touches.length === 2 ? start.span : zoomed.has(start.svg.id))) return;
  event.preventDefault();
  const {svg, frame, span} = start;
  const [x, y] = middle(event.touches);
  const [, , wide] = whole(svg);
  const width = Math.min(wide, Math.max(wide / MOST, event.touches.length === 2 ? start.width * span / apart(event.touches) : start.width));
  const unit = start.width / frame.width;
  const held = [start.x + (start.at[0] - frame.left) * unit, start.y + (start.at[1] - frame.top) * unit];
  const now = width / frame.width;
  show(svg, held[0] - (x - frame.left) * now, held[1] - (y - frame.top) * now, width);
}, {passive: false});

document.addEventListener("touchend", (event) => {
  if (event.touches.length || !start || start.span) return;
  const again = event.timeStamp - tapped < DOUBLE;
  tapped = event.timeStamp;
  if (again && zoomed.has(start.svg.id)) {
    const [left, top, wide] = whole(start.svg);
    show(start.svg, left, top, wide);
  }
});
