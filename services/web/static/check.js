// Checks a record that somebody drops here, and says what was checked, what was not and what is broken. Sends nothing.
const encoder = new TextEncoder();
const GENESIS = "0".repeat(64);

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const sha256 = async (text) => hex(await crypto.subtle.digest("SHA-256", encoder.encode(text)));

/** The members of a JSON object, each with its text as it stands there: what is sealed is not to be encoded anew. */
export function members(json) {
  const found = new Map();
  let depth = 0, key, start;
  for (const {0: token, index} of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/gs)) {
    if (depth === 1 && start !== undefined && (token === "," || token === "}")) {
      found.set(key, json.slice(start, index));
      start = undefined;
    }
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (depth === 1 && start === undefined && token === ":") start = index + 1;
    else if (depth === 1 && start === undefined && token !== ",") key = JSON.parse(token);
  }
  return found;
}

function read(line) {
  const {text} = JSON.parse(line);
  const event = JSON.parse(text);
  const places = Object.entries(event.data).map(([name, value]) => [`data/${name}`, value]);
  const sealed = [...places, ["command", event.command]].filter(([, value]) => value?.sealed !== undefined);
  const openings = [...members(members(line).get("openings") ?? "{}")].map(([place, json]) => {
    const opening = members(json);
    return [place, {salt: JSON.parse(opening.get("salt")), value: opening.get("value")}];
  });
  const marks = new Map(sealed.map(([place, value]) => [place, value.sealed]));
  return {text, event, marks, openings: new Map(openings)};
}

/** What is wrong with a line, by itself and after the one before it. */
async function flaw({event, marks, openings}, version, head, before) {
  if (event.version !== version || event.prev !== head) return "chain";
  if (before && Date.parse(event.at) < Date.parse(before.event.at)) return "time";
  for (const [place, {salt, value}] of openings) {
    if ((await sha256(salt + value)) !== marks.get(place)) return "opening";
  }
  return null;
}

async function fitsSeal(secret, commitment) {
  return hex(await crypto.subtle.digest("SHA-256", new Uint8Array([...encoder.encode("acta/secret\0"), ...secret]))) === commitment;
}

/** The first version at which what is sealed does not follow from the secret. */
async function unsealed(lines, secret) {
  const key = await crypto.subtle.importKey("raw", secret, {name: "HMAC", hash: "SHA-256"}, false, ["sign"]);
  for (const {event, marks, openings} of lines) {
    for (const place of marks.keys()) {
      const label = encoder.encode(`acta/salt\0${event.game}/${event.version}/${place}`);
      const salt = hex(await crypto.subtle.sign("HMAC", key, label)).slice(0, 32);
      if (openings.get(place)?.salt !== salt) return event.version;
    }
  }
  return null;
}

/** Three lists of what was found out about a record, each entry with its key and its values. */
export async function check(file) {
  const lines = file.replace(/\n$/, "").split("\n").map(read);
  const found = {checked: [], unchecked: [], broken: []};
  let head = GENESIS;
  for (const [index, line] of lines.entries()) {
    const key = await flaw(line, index + 1, head, lines[index - 1]);
    if (key) {
      found.broken.push({key, version: index + 1});
      found.unchecked.push({key: "rest"});
      return found;
    }
    head = await sha256(line.text);
  }
  const count = (part) => lines.reduce((sum, line) => sum + line[part].size, 0);
  const opened = count("openings");
  found.checked.push({key: "chain", count: lines.length, head}, {key: "openings", count: opened});
  await checkSecret(lines, found, count("marks") - opened);
  found.unchecked.push({key: "play"}, {key: "written"});
  return found;
}

async function checkSecret(lines, found, covered) {
  const revealed = lines.find(({event}) => event.type === "SecretRevealed");
  if (!revealed) {
    found.unchecked.push({key: "secret", count: covered});
    return;
  }
  const version = revealed.event.version;
  const secret = bytes(revealed.event.data.secret);
  if (!(await fitsSeal(secret, lines[0].event.data.commitment))) {
    found.broken.push({key: "seal", version});
    return;
  }
  const wrong = await unsealed(lines, secret);
  if (wrong) found.broken.push({key: "salt", version: wrong});
  else found.checked.push({key: "seal"});
}

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

async function tell(place, file) {
  const output = place.querySelector("output");
  output.className = "";
  try {
    output.replaceChildren(...shown(place, await check(await file.text())));
  } catch {
    output.className = "bad";
    output.textContent = place.dataset.noRecord;
  }
}

const place = globalThis.document?.querySelector("[data-check]");
if (place && globalThis.crypto?.subtle) {
  const take = ([file]) => file && tell(place, file);
  place.hidden = false;
  place.querySelector("input").addEventListener("change", ({target}) => take(target.files));
  place.addEventListener("dragover", (event) => { event.preventDefault(); place.classList.add("over"); });
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    take(event.dataTransfer.files);
  });
}
