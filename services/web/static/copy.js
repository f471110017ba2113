// Links that copy their own address: <a data-copy-link data-copied="Copied" hidden>.
export function enable(root = document) {
  for (const link of root.querySelectorAll("[data-copy-link]")) link.hidden = !navigator.clipboard;
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-copy-link]");
  if (!link) return;
  event.preventDefault();
  await navigator.clipboard.writeText(link.href);
  const words = link.querySelector("span");
  const before = words.textContent;
  words.textContent = link.dataset.copied;
  setTimeout(() => { words.textContent = before; }, 2000);
});

enable();
