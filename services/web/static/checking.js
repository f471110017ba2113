// Checks records in the visitor's browser: one that is dropped here, or the one that this page is about.
import {check} from "./check.js";
import {keptOf} from "./kept.js";

const draws = async () => (await fetch(new URL("draws.json", import.meta.url))).json();

function shown(place, found) {
  return Object.entries(found).filter(([, entries]) => entries.length).map(([kind, entries]) => {
    const list = document.createElement("ul");
    list.className = kind;
    for (const {key, ...values} of entries) {
      const words = place.querySelector(`template[data-words="${kind}-${key}"]`).content.textContent;
      const item = document.createElement("li");
      item.textContent = words.replace(/%([123])%/g, (_, number) => values[["count", "head", "version"][number - 1]]);
      list.append(item);
    }
    const heading = document.createElement("b");
    heading.textContent = place.querySelector(`template[data-words="${kind}"]`).content.textContent;
    const part = document.createElement("div");
    part.append(heading, list);
    return part;
  });
}

// What this browser noted, to be shown to the others beside the record.
function evidence(kept) {
  const noted = document.createElement("pre");
  noted.textContent = JSON.stringify(kept, null, 1);
  return noted;
}

async function tell(place, text) {
  const output = place.querySelector("output");
  output.className = "";
  output.ariaBusy = "true";
  try {
    const file = await text();
    const kept = keptOf(JSON.parse(JSON.parse(file.split("\n", 1)[0]).text).game);
    const found = await check(file, await draws(), kept);
    output.replaceChildren(...shown(place, found));
    if (found.broken.some(({key}) => key.startsWith("kept"))) output.append(evidence(kept));
  } catch {
    output.className = "bad";
    output.textContent = place.dataset.noRecord;
  }
  output.ariaBusy = "false";
}

function takeDropped(place) {
  const take = ([file]) => file && tell(place, () => file.text());
  place.querySelector("input").addEventListener("change", ({target}) => take(target.files));
  place.addEventListener("dragover", (event) => { event.preventDefault(); place.classList.add("over"); });
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    take(event.dataTransfer.files);
  });
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}

const place = document.querySelector("[data-check]");
if (place && globalThis.crypto?.subtle) {
  place.hidden = false;
  if (place.dataset.record) place.querySelector("button").addEventListener("click", () => tell(place, () => fetched(place.dataset.record)));
  else takeDropped(place);
}
