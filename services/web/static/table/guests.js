// A guest is asked to keep the seat with a name and a password: after the third turn and when the game is over, once each.
const TURNS = "guest turns";
const asking = document.querySelector("#keep-seat");

function ask(occasion) {
  if (localStorage.getItem(`asked ${occasion}`)) return;
  localStorage.setItem(`asked ${occasion}`, "yes");
  asking.hidden = false;
}

export function turnConfirmed() {
  if (!asking) return;
  const turns = Number(localStorage.getItem(TURNS)) + 1;
  localStorage.setItem(TURNS, turns);
  if (turns >= 3) ask("early");
  if (document.querySelector("main").dataset.turn === "over") ask("late");
}

asking?.querySelector("[data-later]").addEventListener("click", () => { asking.hidden = true; });
