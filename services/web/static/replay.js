// The replay without reloading: steps, slider and chronicle fetch their position and put it in place.
import {tell} from "./moments.js";
import {enable} from "./copy.js";
import {untilSeen} from "./seen.js";

const BEAT = 1600;
const KEYS = {
  ArrowLeft: {plain: "choice-back", shift: "turn-back", ctrl: "round-back"},
  ArrowRight: {plain: "choice-on", shift: "turn-on", ctrl: "round-on"},
};
let timer = null;
let speed = 1;
let asked = 0;

const root = () => document.getElementById("replay");
const step = (name) => root().querySelector(`[data-step="${name}"]`);

// Positions that were asked for lately, by their addresses: the next ones are asked for before somebody goes there.
const MOST = 24;
const fetched = new Map();

function position(address) {
  const found = fetched.get(address) ?? fetch(address, {headers: {Accept: "text/html"}})
    .then(async (answer) => ({ok: answer.ok, url: answer.url, text: await answer.text()}));
  fetched.delete(address);
  fetched.set(address, found);
  found.then(({ok}) => { if (!ok) fetched.delete(address); }, () => fetched.delete(address));
  if (fetched.size > MOST) fetched.delete(fetched.keys().next().value);
  return found;
}

async function show(address, {push = true} = {}) {
  const number = ++asked;
  const answer = await position(address);
  if (number !== asked) return;
  if (!answer.ok) { location.assign(address); return; }
  const page = new DOMParser().parseFromString(answer.text, "text/html");
  const focused = document.activeElement?.dataset?.step ?? document.activeElement?.name;
  root().replaceWith(document.adoptNode(page.getElementById("replay")));
  if (push) history.pushState({}, "", answer.url);
  prepare();
  if (focused) (step(focused) ?? root().querySelector(`[name="${focused}"]`))?.focus();
}

// One step after the other: none of several quick presses is lost.
let walking = Promise.resolve();

function walk(name) {
  play(false);
  walking = walking.then(() => {
    const link = step(name);
    return link ? show(link.href) : null;
  }).catch(() => null);
  return walking;
}

// What comes next is asked for while the reader looks.
const AHEAD = 150;
let ahead = null;

function lookAhead() {
  clearTimeout(ahead);
  ahead = setTimeout(() => {
    for (const name of ["choice-on", "turn-on", "choice-back"]) if (step(name) && !document.hidden) position(step(name).href).catch(() => null);
  }, AHEAD);
}

function play(on) {
  clearTimeout(timer);
  timer = on ? setTimeout(forward, BEAT / speed) : null;
  showPlaying();
}

// The next beat begins when the position is there: a slow connection plays slowly, and skips nothing.
async function forward() {
  await untilSeen();
  const next = step("choice-on");
  if (!next) { play(false); return; }
  await show(next.href, {push: false});
  if (timer) play(true);
}

function showPlaying() {
  const button = root().querySelector("[data-play]");
  const use = button.querySelector("use");
  button.dataset.label ??= button.getAttribute("aria-label");
  button.setAttribute("aria-label", timer ? button.dataset.pause : button.dataset.label);
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, timer ? "#i-pausef" : "#i-playf"));
}

function prepare() {
  const deck = root();
  deck.querySelector("[data-play]").hidden = false;
  deck.querySelector("[data-speeds]").hidden = false;
  deck.querySelector(`[name="speed"][value="${speed}"]`).checked = true;
  const line = deck.querySelector(".now");
  const list = deck.querySelector("#chronicle");
  if (line) list.scrollTop = line.offsetTop - list.clientHeight / 2;
  showPlaying();
  enable(deck);
  tell(deck);
  lookAhead();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#replay .steps a, #replay #chronicle a");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    if (link.dataset.step) walk(link.dataset.step);
    else { play(false); show(link.href); }
  } else if (event.target.closest("[data-play]")) {
    play(!timer);
  }
});

document.addEventListener("change", ({target}) => {
  if (target.name === "speed") {
    speed = Number(target.value);
    if (timer) play(true);
  } else if (target.name === "choice") {
    play(false);
    const form = target.form;
    show(`${form.action}?${new URLSearchParams(new FormData(form))}`);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input:not([type=range]), textarea, select") || event.altKey || event.metaKey) return;
  if (document.documentElement.dataset.keys === "off" && event.key.length === 1 && event.key !== " ") return;
  const own = KEYS[event.key];
  if (own && event.target.type !== "range") {
    walk(event.ctrlKey ? own.ctrl : event.shiftKey ? own.shift : own.plain);
  } else if (event.key === " " && !event.target.closest("button, a, summary")) {
    play(!timer);
  } else if (event.key === "Home" || event.key === "End") {
    const slider = root().querySelector("[name=choice]");
    slider.value = event.key === "Home" ? slider.min : slider.max;
    slider.dispatchEvent(new Event("change", {bubbles: true}));
  } else if (["1", "2", "3", "4"].includes(event.key)) {
    root().querySelectorAll('[name="speed"]')[Number(event.key) - 1].click();
  } else if (event.key === "l" || event.key === "L") {
    root().querySelector("[data-copy-link]")?.click();
  } else {
    return;
  }
  event.preventDefault();
});

addEventListener("popstate", () => show(location.href, {push: false}));
prepare();
