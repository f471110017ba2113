// The form for a new table: shows what fits the chosen game, and lets the server sum the table up anew.
const form = document.getElementById("new");
const sentence = form.querySelector("[data-sentence]");
let asked = 0;

function fit() {
  const game = form.querySelector("[name=game]:checked");
  const counts = game.closest("label").dataset.players.split(" ");
  for (const part of form.querySelectorAll("[data-options]")) {
    part.hidden = part.dataset.options !== game.value;
    for (const field of part.querySelectorAll("input")) field.disabled = part.hidden;
  }
  offer("players", (value) => counts.includes(value));
  const players = Number(form.querySelector("[name=players]:checked").value);
  offer("bots", (value) => Number(value) < players);
  return players;
}

// Only what is possible can be chosen; what no longer is gives way to the nearest that is.
function offer(name, possible) {
  const fields = [...form.querySelectorAll(`[name=${name}]`)];
  for (const field of fields) field.disabled = !possible(field.value);
  const chosen = fields.find((field) => field.checked);
  if (chosen && !chosen.disabled) return;
  const left = fields.filter((field) => !field.disabled);
  left.at(-1).checked = true;
}

async function sumUp() {
  const number = ++asked;
  const fields = new FormData(form);
  fields.delete("token");
  const answer = await fetch(`/new/sentence?${new URLSearchParams(fields)}`);
  if (!answer.ok || number !== asked) return;
  const [told, chairs] = (await answer.text()).split("<!-- chairs -->");
  sentence.innerHTML = told;
  form.querySelector("[data-chairs]").innerHTML = chairs;
}

form.addEventListener("change", () => { fit(); sumUp(); });
fit();
