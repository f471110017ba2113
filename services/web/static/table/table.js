// The table with JavaScript: pointing, live updates, keys, plates. Without it the same forms work by themselves.
import {watch} from "../kept.js";
import {tell} from "../moments.js";
import {foresee} from "./foresee.js";
import {followGlow} from "./glow.js";
import {turnConfirmed} from "./guests.js";
import {listen} from "./live.js";
import {onWidth, openDrawers, width} from "./narrow.js";
import {pad} from "./pads.js";
import {hide} from "./plates.js";
import {soundTurn} from "./sound.js";
import {showNews, tellScoring} from "./shows.js";
import {kept, showNewestStep, swap, tellTurn} from "./swap.js";
import {offerTour} from "./tour.js";
import {keepZoom} from "./zoom.js";
import "./keys.js";
import "./tabs.js";

openDrawers();
pad();
tellTurn();
showNewestStep();
tellScoring();
offerTour();
watch();
const choices = document.querySelector("#all-choices");
if (choices) choices.open = false;

const main = () => document.querySelector("main");
const address = (what = "") => `${main().dataset.base}${what}`;
const tabs = new BroadcastChannel(`table ${main().dataset.id}`);
let busy = Promise.resolve();
// Milliseconds between the tries of a request that does not get through.
const WAITS = [400, 1500, 4000];

const headers = (part) => ({"X-Fragment": part, "X-Narrow": width(), "X-Kept": kept(), Accept: "text/html"});

async function reach(url, part, body) {
  const answer = await fetch(url, {method: body ? "POST" : "GET", headers: headers(part), body});
  if (answer.status >= 500 || answer.status === 429) throw new Error(answer.statusText);
  return answer;
}

// Put in place what the server answers. `certain`: what can be asked for twice, until it gets through; `wanted` says
// whether the answer is still waited for.
async function ask(url, part, {body, certain = true, wanted = () => true} = {}) {
  const answer = await (certain ? insist(() => reach(url, part, body)) : reach(url, part, body));
  if (answer.redirected && !answer.url.includes(address())) return location.assign(answer.url);
  if (!answer.headers.get("content-type")?.startsWith("text/html")) return location.reload();
  const html = await answer.text();
  if (!wanted()) return;
  if (swap(html)) openDrawers();
  if (chosen) foresee(chosen);
  tell();
  keepZoom();
  pad();
  tellScoring();
  soundTurn();
  followGlow();
  offerTour();
}

// What the stream of news says of the line; a request that fails says more until one gets through.
let stream = "lost";
const tellLine = (state) => { main().dataset.live = state; };

// One request after the other, so that no answer overtakes a newer one.
function queue(work) {
  busy = busy.then(work).then(() => tellLine(stream), (error) => {
    tellLine("lost");
    console.error(error);
  });
  return busy;
}

// Asked for again until it gets through: what is asked for names the draft that it goes on from, so a second time
// changes nothing.
async function insist(work) {
  for (let tried = 0; ; tried += 1) {
    try {
      return await work();
    } catch {
      tellLine("lost");
      await new Promise((done) => setTimeout(done, WAITS[Math.min(tried, WAITS.length - 1)]));
    }
  }
}

export const refresh = (part = "all") =>
  queue(() => ask(address(`?path=${encodeURIComponent(main().dataset.path)}`), part));

// What can be asked for twice.
const CERTAIN = /\/(pick|propose|back|discard|confirm)$/;

function send(action, fields, part, wanted) {
  return queue(async () => {
    const {token, draft} = main().dataset;
    const named = action.endsWith("/confirm") ? {draft, ...fields, token} : {...fields, draft, token};
    await ask(action, part, {body: new URLSearchParams(named), certain: CERTAIN.test(action), wanted});
    tabs.postMessage("changed");
  });
}

// The newest path that was pointed at, while it has no answer, and the answer without which nobody knows what follows.
let chosen = null;
let awaited = null;

// Choose what a path of things means, from the start of the draft's next step.
function choose(path) {
  hide();
  const foreseen = foresee(path);
  chosen = path;
  if (foreseen && !foreseen.whole) main().dataset.path = foreseen.path.join(" ");
  const sent = send(address("/pick"), {path: (foreseen?.path ?? path).join(" ")}, "board", () => {
    if (chosen !== path) return false;
    chosen = null;
    return true;
  });
  if (!foreseen || foreseen.whole) awaited = sent.finally(() => { awaited = null; });
  return sent;
}

export function point(handle) {
  if (awaited) return awaited.then(() => document.querySelector(`main [data-handle="${CSS.escape(handle)}"]`) && point(handle));
  return choose([...main().dataset.path.split(" "), handle].filter(Boolean));
}

const handled = (element) => element?.closest("[data-handle]");
document.addEventListener("click", (event) => {
  const target = handled(event.target);
  if (!target) return;
  event.preventDefault();
  point(target.dataset.handle);
});

// What others do may put a new picture in place between pressing and letting go, and browsers tell of no click then.
let pressed = null;
document.addEventListener("pointerdown", (event) => { pressed = handled(event.target); });
document.addEventListener("pointerup", (event) => {
  const {handle} = pressed && !pressed.isConnected ? pressed.dataset : {};
  pressed = null;
  if (handle && handled(document.elementFromPoint(event.clientX, event.clientY))?.dataset.handle === handle) point(handle);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-act]")) return;
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form, event.submitter));
  if (form.action.endsWith("/pick")) return void (awaited ?? Promise.resolve()).then(() => choose(fields.path.split(" ")));
  chosen = null;
  const board = /\/(propose|back|discard)$/.test(form.action);
  const sent = send(form.action, {...fields, token: main().dataset.token}, board ? "board" : "all");
  if (form.action.endsWith("/confirm")) sent.then(turnConfirmed);
  if (form.matches(".say")) form.reset();
});

// What happened since the last turn, shown on the table; whatever is asked for meanwhile waits for its end.
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-show]") || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  queue(showNews);
  refresh();
});

tabs.addEventListener("message", () => refresh());
function drawAnew() {
  document.cookie = `narrow=${width()};path=/games;samesite=lax`;
  return refresh();
}
onWidth(drawAnew);

// The table is shown when nothing of it moves any more; who waits too long is shown it as it is.
const LONGEST_START = 1500;
const fitted = width() === main().dataset.narrow ? null : drawAnew();
const waited = new Promise((done) => setTimeout(done, LONGEST_START));
Promise.race([Promise.all([fitted, document.fonts.ready]), waited])
  .then(() => document.documentElement.classList.remove("starting"));

const line = () => document.querySelector("#talk-lines").dataset.line;
listen(main().dataset.id, () => Number(main().dataset.version), line, () => refresh(), (state) => {
  stream = state;
  tellLine(state);
});

// The board of another seat, above the table: by its link, or by its line in a list of players.
function linkOf(target) {
  const [, seat] = target.closest("[data-thing^='player:']")?.dataset.thing.split(":") ?? [];
  return target.closest("a[data-open]") ?? (seat ? document.querySelector(`a[data-open][href$="/seats/${seat}"]`) : null);
}

document.addEventListener("click", async (event) => {
  const link = handled(event.target) ? null : linkOf(event.target);
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const opened = document.querySelector("#opened");
  const answer = await fetch(link.href, {headers: headers("all")});
  opened.querySelector("div").innerHTML = await answer.text();
  opened.showModal();
});
