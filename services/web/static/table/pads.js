// A thing of several pieces, or of a thin line, can be missed in its middle: there it gets an invisible pad.
const SVG = "http://www.w3.org/2000/svg";

function isHit(thing) {
  const {left, top, width, height} = thing.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit && (thing.contains(hit) || hit.closest("[data-handle]"));
}

export function pad() {
  for (const thing of document.querySelectorAll("main svg [data-handle]")) {
    if (thing.querySelector(".pad") || isHit(thing)) continue;
    const {x, y, width, height} = thing.getBBox();
    const dot = document.createElementNS(SVG, "circle");
    dot.setAttribute("class", "pad");
    dot.setAttribute("cx", x + width / 2);
    dot.setAttribute("cy", y + height / 2);
    dot.setAttribute("r", Math.min(12, Math.max(width, height) / 2));
    thing.append(dot);
  }
}
