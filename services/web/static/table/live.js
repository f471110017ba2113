import {keepFrames} from "../kept.js";

// Hears of every new version from the table's stream. A lost connection shows and is taken up again.
const LONGEST_WAIT = 15_000;
const SILENCE = 40_000;

export async function listen(game, version, line, changed, told) {
  for (let wait = 500; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const stop = new AbortController();
    let watch;
    const alive = () => {
      clearTimeout(watch);
      watch = setTimeout(() => stop.abort(), SILENCE);
    };
    try {
      alive();
      const answer = await fetch(`/api/v1/games/${game}/stream?after=${version()}&talk_after=${line()}`, {signal: stop.signal});
      if (answer.status === 404 || answer.status === 401) return told("lost");
      if (!answer.ok) throw new Error(answer.statusText);
      told("on");
      wait = 500;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ""; ;) {
        const {value, done} = await reader.read();
        if (done) break;
        alive();
        text += value;
        const frames = text.split("\n\n");
        text = frames.pop();
        keepFrames(game, frames);
        const ids = frames.map((frame) => Number(/^id: (\d+)/m.exec(frame)?.[1] ?? 0));
        if (Math.max(0, ...ids) > version() || frames.some((frame) => frame.startsWith("event: talk"))) await changed();
      }
      if (document.querySelector("main").dataset.turn === "over") return;
    } catch { /* it is tried again below */ }
    clearTimeout(watch);
    told("lost");
    await new Promise((done) => setTimeout(done, wait));
    await changed();
  }
}
