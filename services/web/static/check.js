// Checks a record as domain/kernel/record-format.md says, with nothing but WebCrypto: in a browser or in node, by itself.
// It says what it checked, what it did not and what is broken. It sends nothing, and knows no page.
const encoder = new TextEncoder();
const GENESIS = "0".repeat(64);
const SPAN = 2n ** 64n;
const HMAC = {name: "HMAC", hash: "SHA-256"};

/** A line that does not hold: what is wrong with it, and its version. */
class Broken extends Error {
  constructor(key, version) {
    super(`${key} at ${version}`);
    this.entry = {key, version};
  }
}

function must(holds, key, version) {
  if (!holds) throw new Broken(key, version);
}

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const joined = (...parts) => new Uint8Array(parts.flatMap((part) => [...(typeof part === "string" ? encoder.encode(part) : part)]));
const eightBytes = (number) => unhex(number.toString(16).padStart(16, "0"));
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export const sha256 = async (text) => hex(await crypto.subtle.digest("SHA-256", typeof text === "string" ? encoder.encode(text) : text));
const hmacKey = (bytes) => crypto.subtle.importKey("raw", bytes, HMAC, false, ["sign"]);
const hmac = async (key, message) => new Uint8Array(await crypto.subtle.sign("HMAC", key, message));

// What follows from the secret ------------------------------------------------------------------------------------------

export const commitmentOf = (secret) => sha256(joined("acta/secret\0", secret));

export const saltOf = async (secretKey, game, version, place) =>
  hex((await hmac(secretKey, encoder.encode(`acta/salt\0${game}/${version}/${place}`))).slice(0, 16));

export const gameKey = async (secret, nonces) => hmac(await hmacKey(secret), encoder.encode(JSON.stringify(nonces)));

/** Numbers of a draw: `below` gives the next one below n. */
export async function draw(key, purpose, drawn) {
  const signing = await hmacKey(key);
  let index = 0, words = [];
  const next = async () => {
    if (!words.length) {
      const block = new DataView((await hmac(signing, joined(purpose, [0], eightBytes(drawn), eightBytes(index++)))).buffer);
      words = [0, 8, 16, 24].map((at) => block.getBigUint64(at));
    }
    return words.shift();
  };
  return async (n) => {
    const count = BigInt(n), most = SPAN - SPAN % count;
    let number = await next();
    while (number >= most) number = await next();
    return number % count;
  };
}

export async function shuffled(below, pieces) {
  const found = [...pieces];
  for (let last = found.length - 1; last > 0; last -= 1) {
    const other = Number(await below(last + 1));
    [found[last], found[other]] = [found[other], found[last]];
  }
  return found;
}

// Lines -----------------------------------------------------------------------------------------------------------------

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

async function read(row) {
  const line = JSON.parse(row);
  const event = JSON.parse(line.text);
  const places = Object.entries(event.data).map(([name, value]) => [`data/${name}`, value]);
  const sealed = [...places, ["command", event.command]].filter(([, value]) => value?.sealed !== undefined);
  const openings = line.openings ? [...members(members(row).get("openings"))].map(([place, json]) => {
    const opening = members(json);
    return [place, {salt: JSON.parse(opening.get("salt")), value: opening.get("value")}];
  }) : [];
  const opened = openings.filter(([place]) => place !== "command").map(([place, {value}]) => [place.slice("data/".length), JSON.parse(value)]);
  return {
    ...event,
    at: Date.parse(event.at),
    data: {...event.data, ...Object.fromEntries(opened)},
    marks: new Map(sealed.map(([place, value]) => [place, value.sealed])),
    openings: new Map(openings),
    hash: await sha256(line.text),
  };
}

async function readAll(file) {
  const rows = file.replace(/\n$/, "").split("\n");
  const first = await read(rows[0]);  // what does not begin as a record is none
  const rest = rows.slice(1).map((row, index) => read(row).catch(() => { throw new Broken("line", index + 2); }));
  return [first, ...await Promise.all(rest)];
}

/** Versions, links, times and openings: what any copy shows. */
async function checkChain(lines) {
  for (const [index, line] of lines.entries()) {
    const version = index + 1, before = lines[index - 1], after = lines[index + 1];
    must(line.version === version, "chain", version);
    const vouched = !after || after.prev === line.hash;
    must(line.prev === (before?.hash ?? GENESIS), "chain", Math.max(vouched ? version - 1 : version, 1));
    must(!(before?.at > line.at) && !Number.isNaN(line.at), "time", version);
  }
  await Promise.all(lines.flatMap(({version, marks, openings}) => [...openings].map(async ([place, {salt, value}]) =>
    must(await sha256(salt + value) === marks.get(place), "opening", version))));
}

/** After the end everything sealed is open, by salts that follow from the secret. */
async function checkSeals(lines, secret) {
  const key = await hmacKey(secret);
  await Promise.all(lines.flatMap(({game, version, marks, openings}) => [...marks.keys()].map(async (place) =>
    must(openings.get(place)?.salt === await saltOf(key, game, version, place), "salt", version))));
}

function undoneIn(lines) {
  const spans = lines.filter(({type}) => type === "ChoicesUndone").flatMap(({data}) => data.spans);
  return ({version}) => spans.some(([first, last]) => first <= version && version <= last);
}

// Chance ----------------------------------------------------------------------------------------------------------------

/** Each draw by its row of the table, and before each event exactly the draws of its rows; says how many there were. */
async function checkDraws(lines, secret, rows) {
  const undone = undoneIn(lines), nonces = new Map(), facts = new Map(), counts = new Map();
  const found = {draws: 0, words: 0};
  let pending = [], key;
  for (const [index, {type, data, version}] of lines.entries()) {
    if (type === "LotsDrawn") {
      const drawn = counts.get(data.purpose) ?? 0;
      must(data.count === drawn + 1, "draws", version);
      counts.set(data.purpose, drawn + 1);
      pending.push([data.purpose, drawn]);
      continue;
    }
    must(type !== "NonceGiven" || (!counts.size && !nonces.has(data.seat)), "nonce", version);
    if (type === "NonceGiven") nonces.set(data.seat, data.nonce);
    if (type === "SeatLeft") nonces.delete(data.seat);
    for (const [name, value] of Object.entries(data)) facts.set(name, value);
    const due = rows.filter((row) => row.event === type && fits(row, facts));
    must(pending.length === due.length || due.some((row) => row.each), "draws", version);
    for (const [purpose, drawn] of pending) {
      const wanted = due.filter((row) => row.purpose === purpose && fits(row, new Map([...facts, ["drawn", drawn]])));
      must(wanted.length === 1, "draws", version);
      const seats = Array.from({length: facts.get("players")}, (_, seat) => nonces.get(seat) ?? null);
      found.words = nonces.size;
      key ??= await gameKey(secret, seats);
      const pieces = piecesOf(wanted[0], lines.slice(0, index).filter((line) => !undone(line)));
      must(await follows(wanted[0], pieces, await draw(key, purpose, drawn), lines.slice(index)), "draw", version);
      found.draws += 1;
    }
    pending = [];
  }
  return found;
}

const fits = (row, facts) => Object.entries(row.when ?? {}).every(([name, values]) => !facts.has(name) || values.includes(facts.get(name)));

/** The pieces of a row, or those of its piles below their uppermost pieces. */
function piecesOf({pieces, event}, lines) {
  if (Array.isArray(pieces)) return pieces;
  const piles = new Map(pieces.piles.map((name) => [name, []]));
  for (const {type, data} of lines) {
    if (pieces.put.includes(type)) piles.get(data.pile).push(data.card);
    else if (pieces.taken.includes(type)) piles.get(data.pile).pop();
    else if (type === event) for (const pile of piles.values()) pile.splice(0, pile.length - 1);
  }
  return [...piles.values()].flatMap((pile) => pile.slice(0, -1));
}

/** Whether what lies in the places of a row is what was drawn. */
async function follows(row, pieces, below, lines) {
  const drawn = row.draw === "one" ? [pieces[Number(await below(pieces.length))]] : await shuffled(below, pieces);
  if (row.end === "last") drawn.reverse();
  const other = lines.findIndex(({type}) => type !== row.event);
  const events = row.each ? lines.slice(0, other < 0 ? lines.length : other) : lines.slice(0, 1);
  const held = events.flatMap(({data}) => heldIn(data, row, pieces));
  return (row.rest || held.length === drawn.length) && same(held, drawn.slice(0, held.length));
}

function heldIn(data, {places, passes = []}, pieces) {
  return places.flatMap((place) => {
    let found = data;
    for (const step of place.split("/")) found = Array.isArray(found) && step >= found.length ? [] : found[step];
    if (!Array.isArray(found)) found = found instanceof Object ? pieces.filter((piece) => found[piece]) : [found];
    return found.filter((piece) => !passes.includes(piece));
  });
}

/** Points are the sum of their details, and what was not taken back adds up to the result. */
function checkPoints(lines) {
  const undone = undoneIn(lines), scores = new Map();
  for (const line of lines) {
    const {type, data, version} = line;
    if (type === "PointsScored") {
      must(data.points === data.detail.reduce((sum, {points}) => sum + points, 0), "points", version);
      if (!undone(line)) scores.set(data.seat, (scores.get(data.seat) ?? 0) + data.points);
    } else if (type === "GameFinished") {
      must(data.result.ranking.every(({seat, score}) => (scores.get(seat) ?? 0) === score), "points", version);
    }
  }
}

// The whole -------------------------------------------------------------------------------------------------------------

/** What the revealed secret opens; without it the record is that of a running game. */
async function checkSecret(lines, draws, found) {
  const revealed = lines.find(({type}) => type === "SecretRevealed"), count = (part) => lines.reduce((sum, line) => sum + line[part].size, 0);
  if (!revealed) {
    must(!lines.some(({type}) => type === "GameFinished" || type === "GameAbandoned"), "end", lines.length);
    found.unchecked.push({key: "secret", count: count("marks") - count("openings")});
    return;
  }
  const secret = unhex(revealed.data.secret), {data: opening} = lines[0];
  must(await commitmentOf(secret) === opening.commitment, "seal", revealed.version);
  await checkSeals(lines, secret);
  found.checked.push({key: "seal", count: count("marks")});
  if (!draws[opening.game] || lines.some(({type}) => type === "GameBranched")) {
    found.unchecked.push({key: "draws"});
    return;
  }
  const made = await checkDraws(lines, secret, [...draws["every game"], ...draws[opening.game]]);
  found.checked.push({key: "draws", count: made.draws});
  if (made.words) found.checked.push({key: "key", count: made.words});
  else if (made.draws) found.unchecked.push({key: "key"});
  checkPoints(lines);
  found.checked.push({key: "points"});
}

/** What a browser kept of the game: heads by version, the commitment, the nonce it gave. Another history is broken. */
function checkKept(lines, {commitment, nonce, heads = {}}, found) {
  must(!commitment || lines[0].data.commitment === commitment, "kept_seal", 1);
  const kept = Object.entries(heads).map(([version, head]) => [Number(version), head]);
  for (const [version, head] of kept) must(lines[version - 1]?.hash === head, "kept_head", version);
  const started = lines.find(({type}) => type === "GameStarted");
  const given = lines.some(({type, data}) => type === "NonceGiven" && data.nonce === nonce);
  must(!nonce || !started || given, "kept_word", started?.version);
  if (kept.length) found.checked.push({key: "kept", count: kept.length});
}

/** Three lists of what was found out about a record, each entry with its key and its values.
 *
 * `draws` is the table in draws.json; `kept` is what was noted of the game while it was played.
 */
export async function check(file, draws, kept = null) {
  const found = {checked: [], unchecked: [], broken: []};
  let lines = [];
  try {
    lines = await readAll(file);
    await checkChain(lines);
    found.checked.push({key: "chain", count: lines.length, head: lines.at(-1).hash});
    found.checked.push({key: "openings", count: lines.reduce((sum, {openings}) => sum + openings.size, 0)});
    const known = kept && Object.keys(kept.heads ?? {}).length;
    if (kept) checkKept(lines, kept, found);
    await checkSecret(lines, draws, found);
    found.unchecked.push({key: "play"});
    if (!known) found.unchecked.push({key: "written"});
  } catch (error) {
    if (!(error instanceof Broken) && !lines.length) throw error;
    found.broken.push(error.entry ?? {key: "strange"});
    found.unchecked.push({key: "rest"});
  }
  return found;
}
