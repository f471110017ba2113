// The table with JavaScript: pointing, live updates, keys, plates. Without it the same forms work by themselves.
import {tell} from "../moments.js";
import {followGlow} from "./glow.js";
import {turnConfirmed} from "./guests.js";
import {listen} from "./live.js";
import {onWidth, openDrawers, width} from "./narrow.js";
import {pad} from "./pads.js";
import {soundTurn} from "./sound.js";
import {showNews, tellScoring} from "./shows.js";
import {showNewestStep, swap, tellTurn} from "./swap.js";
import {offerTour} from "./tour.js";
import {keepZoom} from "./zoom.js";
import "./keys.js";
import "./plates.js";
import "./tabs.js";

openDrawers();
pad();
tellTurn();
showNewestStep();
tellScoring();
offerTour();
const choices = document.querySelector("#all-choices");
if (choices) choices.open = false;

const main = () => document.querySelector("main");
const address = (what = "") => `/games/${main().dataset.id}${what}`;
const tabs = new BroadcastChannel(`table ${main().dataset.id}`);
let busy = Promise.resolve();
// Milliseconds between the tries of a request that does not get through.
const WAITS = [400, 1500, 4000];

const headers = (part) => ({"X-Fragment": part, "X-Narrow": width(), Accept: "text/html"});

async function ask(url, part, body) {
  const answer = await fetch(url, {method: body ? "POST" : "GET", headers: headers(part), body});
  if (answer.redirected && !answer.url.includes(address())) return location.assign(answer.url);
  if (!answer.headers.get("content-type")?.startsWith("text/html")) return location.reload();
  if (swap(await answer.text())) openDrawers();
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
  busy = busy.then(work).then(() => tellLine(stream), () => tellLine("lost"));
  return busy;
}

// Asked for again until it gets through: a pick names the draft that it goes on from, so a second one changes nothing.
async function insist(work) {
  for (const wait of WAITS) {
    try {
      return await work();
    } catch {
      tellLine("lost");
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  return work();
}

export const refresh = (part = "all") =>
  queue(() => insist(() => ask(address(`?path=${encodeURIComponent(main().dataset.path)}`), part)));

function send(action, fields, part) {
  const body = new URLSearchParams({token: main().dataset.token, draft: main().dataset.draft, ...fields});
  const work = () => ask(action, part, body);
  return queue(async () => {
    await (action.endsWith("/pick") ? insist(work) : work());
    tabs.postMessage("changed");
  });
}

export function point(handle) {
  const path = [...main().dataset.path.split(" "), handle].filter(Boolean).join(" ");
  return send(address("/pick"), {path}, "board");
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
  const board = /\/(pick|propose|back|discard)$/.test(form.action);
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
