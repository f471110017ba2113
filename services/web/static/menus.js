// Menus close by Escape and by a click elsewhere.
const OPEN = "details.menu[open], .all-choices[open]";
document.addEventListener("click", ({target}) => {
  for (const menu of document.querySelectorAll(OPEN)) {
    if (!menu.contains(target)) menu.open = false;
  }
});
document.addEventListener("keydown", ({key}) => {
  if (key !== "Escape") return;
  for (const menu of document.querySelectorAll(OPEN)) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
