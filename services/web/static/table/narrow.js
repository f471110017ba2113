// Whether the table is shown as on a phone: parts for narrow columns, some of them in drawers.
export const narrow = matchMedia("(max-width: 1023px)");
// Whether there are two such columns, so that no drawer need be shut, and boards of the whole width can be read.
const two = matchMedia("(min-width: 720px)");
// What the server is told: 0 for a wide screen, 1 for a phone, 2 for a tablet.
export const width = () => narrow.matches ? two.matches ? "2" : "1" : "0";

export function onWidth(work) {
  for (const query of [narrow, two]) query.addEventListener("change", work);
}

export function openDrawers() {
  if (!narrow.matches || !two.matches) return;
  for (const drawer of document.querySelectorAll("details.drawer")) drawer.open = true;
}
