// The first turn explained in a few steps. It can be left at once, and does not come again.
const tour = document.querySelector("#tour");
const key = `tour ${tour?.dataset.tour}`;
if (tour && !localStorage.getItem(key)) {
  const steps = [...tour.querySelectorAll("[data-step]")];
  let at = 0;
  const leave = () => {
    tour.hidden = true;
    localStorage.setItem(key, "seen");
  };
  const show = () => steps.forEach((step, number) => { step.hidden = number !== at; });
  tour.querySelector("[data-leave]").addEventListener("click", leave);
  tour.querySelector("[data-next]").addEventListener("click", () => {
    at += 1;
    if (at < steps.length) show();
    else leave();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !tour.hidden) leave(); });
  show();
  tour.hidden = false;
}
