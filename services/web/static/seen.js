// Nothing goes on by itself where nobody looks: ends as soon as the tab is seen, at once if it is.
export async function untilSeen() {
  while (document.hidden) await new Promise((done) => document.addEventListener("visibilitychange", done, {once: true}));
}
