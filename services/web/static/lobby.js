// A table that fills up: shows at once who came, and copies or shares its link.
import {watch} from "./kept.js";

const main = document.getElementById("main");
const link = document.querySelector("[data-link]")?.textContent;

const copy = document.querySelector("[data-copy]");
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(link);
    const words = copy.querySelector("span");
    const before = words.textContent;
    words.textContent = copy.dataset.copied;
    setTimeout(() => { words.textContent = before; }, 2000);
  });
}

const share = document.querySelector("[data-share]");
if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => navigator.share({title: document.title, url: link}).catch(() => {}));
}

// Whoever is typing is not interrupted: the page is loaded anew when the field is left. Nor is a form that is on its way:
// its answer may bring the cookie of a guest.
let sending = false;
addEventListener("submit", () => { sending = true; });
addEventListener("pageshow", () => { sending = false; });

function refresh() {
  if (sending) return;
  const typing = document.activeElement;
  if (typing?.matches("input[type=text]") && typing.value) typing.addEventListener("blur", () => location.reload(), {once: true});
  else location.reload();
}

const EVENTS = ["SeatTaken", "SeatLeft", "GameStarted", "TermsSet", "ClockSet", "NonceGiven", "HostNamed", "PersonInvited", "GameAbandoned"];
const code = new URLSearchParams(location.search).get("invitation");
const query = new URLSearchParams({after: main.dataset.version, talk_after: main.dataset.line, ...(code && {invitation: code})});
const stream = new EventSource(`/api/v1/games/${main.dataset.id}/stream?${query}`);
stream.addEventListener("open", () => { main.dataset.live = "on"; });
stream.addEventListener("error", () => { main.dataset.live = "lost"; });
for (const name of [...EVENTS, "talk"]) stream.addEventListener(name, refresh, {once: true});
watch();
