// A short, quiet sound when it becomes the reader's turn, for those who asked for one.
const NOTES = [[523.25, 0], [783.99, 0.14]];
let before = document.querySelector("main").dataset.turn;

export function soundTurn() {
  const {turn} = document.querySelector("main").dataset;
  const became = turn === "yours" && before !== "yours";
  before = turn;
  if (!became || document.documentElement.dataset.sound !== "on") return;
  const context = new AudioContext();
  for (const [pitch, after] of NOTES) {
    const tone = new OscillatorNode(context, {frequency: pitch});
    const volume = new GainNode(context, {gain: 0.08});
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + after + 0.5);
    tone.connect(volume).connect(context.destination);
    tone.start(context.currentTime + after);
    tone.stop(context.currentTime + after + 0.5);
    tone.addEventListener("ended", () => { if (after) context.close(); });
  }
}
