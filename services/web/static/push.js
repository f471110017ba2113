// Notices in this browser: its reader is asked only after a click, and it is told to the server only if they agree.
const form = document.querySelector("[data-push-key]");
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

// What the server calls a browser: its address is a secret.
async function name({endpoint}) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 20);
}

async function offer() {
  const {pushManager} = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const listed = known && document.querySelector(`[data-browser="${await name(known)}"]`);
  if (listed) listed.hidden = false;
  else form.hidden = false;
}

async function subscribe() {
  if (await Notification.requestPermission() !== "granted") throw new Error("not allowed");
  const {pushManager} = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({userVisibleOnly: true, applicationServerKey: bytes(form.dataset.pushKey)});
  const {endpoint, keys} = made.toJSON();
  for (const [field, value] of Object.entries({endpoint, ...keys})) form.elements[field].value = value;
  form.submit();
}

if (form && "serviceWorker" in navigator && "PushManager" in window) offer();
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  subscribe().catch(() => { form.querySelector("[data-not-allowed]").hidden = false; });
});
