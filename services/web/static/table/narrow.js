// Whether the table is shown as on a phone: parts for narrow columns, some of them in drawers.
export const narrow = matchMedia("(max-width: 1023px)");
// Whether there are two such columns, so that no drawer need be shut.
const two = matchMedia("(min-width: 720px)");

export function openDrawers() {
  if (!narrow.matches || !two.matches) return;
  for (const drawer of document.querySelectorAll("details.drawer")) drawer.open = true;
}
