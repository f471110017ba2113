// Whoever takes a seat adds 32 random bytes of the own browser to the shuffle, once the server has promised its secret.
import {keep} from "./kept.js";

const word = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function post(form, fields) {
  return fetch(form.action, {method: "POST", body: new URLSearchParams([...fields])});
}

function plainly(form, {name, value} = {}) {
  if (name) form.append(Object.assign(document.createElement("input"), {type: "hidden", name, value}));
  form.submit();
}

// A table is opened in two steps: it shows its promise first, is given the word then, and only now its last bot.
async function open(form, submitter) {
  const fields = new FormData(form, submitter);
  fields.set("word", "");
  const answer = await post(form, fields);
  const main = new DOMParser().parseFromString(await answer.text(), "text/html");
  const {id, commitment} = main.querySelector("main").dataset;
  if (!answer.redirected || !commitment) return plainly(form, submitter);  // the page says what stands in the way
  const nonce = word();
  keep(id, {commitment, nonce});
  fields.set("word", nonce);
  fields.set("token", main.querySelector("[name=token]").value);
  await post(form, fields);
  location.assign(`/games/${id}`);
}

for (const form of document.querySelectorAll("form[data-opens]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    open(form, event.submitter).catch(() => plainly(form, event.submitter));
  });
  addEventListener("pageshow", () => { form.ariaBusy = "false"; });
}

// At a table that others have opened its promise stands on the page.
const {id, commitment, word: given} = document.querySelector("main").dataset;
if (commitment && given !== "yes") keep(id, {commitment, nonce: undefined});
for (const field of document.querySelectorAll("form:has([name=do]:is([value=sit], [value=word])) [name=word]")) {
  if (field.type !== "hidden") field.value ||= word();
  field.form.addEventListener("submit", () => {
    field.value = field.value.trim() || word();
    keep(id, {commitment, nonce: field.value});
  });
}
