// What this browser keeps of a game, so that nobody can tell it another history later: the promise of the secret, the word
// that it gave for the shuffle, and the heads that it saw. None of it is sent anywhere.
const NAMED = "record ";
const MOST_HEADS = 24;
const MOST_GAMES = 200;
const OF_LOBBY = 200;  // events, among which every word stands

export const keptOf = (game) => JSON.parse(localStorage.getItem(NAMED + game) ?? "null");

function prune() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(NAMED));
  const at = (name) => JSON.parse(localStorage.getItem(name)).at;
  for (const name of names.sort((one, other) => at(one) - at(other)).slice(0, -MOST_GAMES)) localStorage.removeItem(name);
}

/** Keep more of a game. Heads and promise stay as they were seen first; a word that was not taken gives way to another. */
export function keep(game, {heads, notes, ...more}) {
  try {
    const known = keptOf(game);
    const newest = (found, seen) => Object.fromEntries(Object.entries({...found, ...seen}).sort(([one], [other]) => one - other).slice(-MOST_HEADS));
    const commitment = known?.commitment ?? more.commitment;
    const kept = {...known, ...more, at: Date.now(), commitment, heads: newest(heads, known?.heads), notes: newest(notes, known?.notes)};
    localStorage.setItem(NAMED + game, JSON.stringify(kept));
    if (!known) prune();
  } catch { /* a browser that keeps nothing, or has no room, can play all the same */ }
}

async function events(game, after, limit) {
  const answer = await fetch(`/api/v1/games/${game}/events?after=${after}&limit=${limit}`);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return (await answer.json()).events;
}

async function isOther(game, kept, begun) {
  const [last] = Object.keys(kept.heads).map(Number).sort((one, other) => other - one);
  if (last && (await events(game, last - 1, 1))[0]?.hash !== kept.heads[last]) return true;
  if (last && (kept.taken || !kept.nonce || !begun)) return false;
  const lobby = await events(game, 0, OF_LOBBY);
  if (lobby[0].data.commitment !== kept.commitment) return true;
  if (!kept.nonce || !begun) return false;
  if (!lobby.some(({type, data}) => type === "NonceGiven" && data.nonce === kept.nonce)) return true;
  keep(game, {taken: true});
  return false;
}

/** Compare what is kept of a game with what the server tells now, and keep what is new; whether it is another history. */
export async function compare(game, version, begun) {
  const kept = keptOf(game);
  if (kept && await isOther(game, kept, begun)) return true;
  if (!kept) keep(game, {commitment: (await events(game, 0, 1))[0].data.commitment});
  if (!kept?.heads[version]) {
    const [now] = await events(game, version - 1, 1);
    keep(game, {heads: {[now.version]: now.hash}});
  }
  return false;
}

/** Compare on a page that can say loudly that this is another history. */
export function watch() {
  const {id, version, status} = document.querySelector("main").dataset;
  const loud = document.getElementById("history");
  if (loud) compare(id, Number(version), status !== "lobby").then((other) => { loud.hidden = !other; }, () => {});
}

/** Heads as the stream of a game tells them: of each batch the last, and what the server has signed. */
export function keepFrames(game, frames) {
  for (const frame of frames.filter((one) => one.startsWith("event: head\n"))) {
    const {version, hash, note} = JSON.parse(/^data: (.*)$/m.exec(frame)[1]);
    if (note && keptOf(game)) keep(game, {heads: {[version]: hash}, notes: {[version]: note}});
  }
  const told = frames.map((frame) => [/^id: (\d+)/m.exec(frame)?.[1], /"hash":"([0-9a-f]{64})"/.exec(frame)?.[1]]);
  const [version, hash] = told.findLast(([id, found]) => id && found) ?? [];
  if (version && keptOf(game)) keep(game, {heads: {[version]: hash}});
}
