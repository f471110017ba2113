// Moments in the reader's own zone and language: <time datetime data-moment="when|since|left">.
const CLOCK = {hour: "2-digit", minute: "2-digit", hourCycle: "h23"};
const language = document.documentElement.lang;
const day = new Intl.DateTimeFormat(language, {weekday: "long", ...CLOCK});
const date = new Intl.DateTimeFormat(language, {day: "numeric", month: "long", ...CLOCK});
const exact = new Intl.DateTimeFormat(language, {dateStyle: "full", timeStyle: "short", hourCycle: "h23"});
const hour = new Intl.DateTimeFormat(language, CLOCK);
const relative = new Intl.RelativeTimeFormat(language, {numeric: "auto"});
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

const days = (then, now) => Math.round((new Date(then).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 864e5);

function when(then, now) {
  const distance = days(then, now);
  if (Math.abs(distance) <= 1) return `${relative.format(distance, "day")}, ${hour.format(then)}`;
  return (Math.abs(distance) < 7 ? day : date).format(then);
}

function apart(then, now) {
  const seconds = (then - now) / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", Infinity];
  return relative.format(Math.trunc(seconds / length), unit);
}

export function tell(root = document) {
  const now = new Date();
  for (const element of root.querySelectorAll("time[data-moment]")) {
    const then = new Date(element.dateTime);
    element.textContent = (element.dataset.moment === "when" ? when : apart)(then, now);
    element.title = exact.format(then);
  }
}

tell();
setInterval(tell, 30_000);
