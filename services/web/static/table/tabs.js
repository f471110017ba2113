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
export const showTab = (name = "chronicle") => choose(name);
showTab();
