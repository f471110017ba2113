// Checks a record that somebody drops here: the chain, and whether the secret fits its seal. Nothing is sent anywhere.
const place = document.querySelector("[data-check]");
const encoder = new TextEncoder();

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const sha256 = async (data) => hex(await crypto.subtle.digest("SHA-256", data));

async function fitsSeal(secret, commitment) {
  const promised = new Uint8Array([...encoder.encode("acta/secret"), 0, ...bytes(secret)]);
  return (await sha256(promised)) === commitment;
}

/** The head and the number of events of a record, or the version at which it breaks. */
export async function check(file) {
  const lines = file.replace(/\n$/, "").split("\n");
  let head = "0".repeat(64);
  let commitment = "";
  for (const [index, line] of lines.entries()) {
    const {text} = JSON.parse(line);
    const event = JSON.parse(text);
    if (event.version !== index + 1 || event.prev !== head) return {breaks: index + 1};
    if (event.type === "GameCreated") commitment = event.data.commitment;
    if (event.type === "SecretRevealed" && !(await fitsSeal(event.data.secret, commitment))) return {breaks: index + 1};
    head = await sha256(encoder.encode(text));
  }
  return {head, count: lines.length};
}

async function tell(file) {
  const output = place.querySelector("output");
  output.className = "";
  try {
    const found = await check(await file.text());
    const holds = found.breaks === undefined;
    output.className = holds ? "good" : "bad";
    output.textContent = holds
      ? place.dataset.holds.replace("%count%", found.count).replace("%head%", `${found.head.slice(0, 12)}…`)
      : place.dataset.breaks.replace("%version%", found.breaks);
  } catch {
    output.className = "bad";
    output.textContent = place.dataset.noRecord;
  }
}

if (place && globalThis.crypto?.subtle) {
  place.hidden = false;
  place.querySelector("input").addEventListener("change", ({target}) => target.files[0] && tell(target.files[0]));
  place.addEventListener("dragover", (event) => { event.preventDefault(); place.classList.add("over"); });
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    if (event.dataTransfer.files[0]) tell(event.dataTransfer.files[0]);
  });
}
