// Moments in the reader's own zone and language: <time datetime data-moment="when|day|since|left">.
const CLOCK = {hour: "2-digit", minute: "2-digit", hourCycle: "h23"};
const DAY = {day: "numeric", month: "long"};
const language = document.documentElement.lang;
const locale = language === "en" ? "en-GB" : language; // the day before the month, as in letters
const weekday = new Intl.DateTimeFormat(locale, {weekday: "long"});
const thisYear = new Intl.DateTimeFormat(locale, DAY);
const anyYear = new Intl.DateTimeFormat(locale, {...DAY, year: "numeric"});
const exact = new Intl.DateTimeFormat(locale, {dateStyle: "full", timeStyle: "short", hourCycle: "h23"});
const hour = new Intl.DateTimeFormat(locale, CLOCK);
const relative = new Intl.RelativeTimeFormat(locale, {numeric: "auto"});
// Each with its length in seconds, and how many of it are worth counting.
const UNITS = [["year", 31557600, 2], ["month", 2629800, 2], ["day", 86400, 1], ["hour", 3600, 1], ["minute", 60, 1]];

const days = (then, now) => Math.round((new Date(then).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 864e5);

function date(then, now) {
  return (then.getFullYear() === now.getFullYear() ? thisYear : anyYear).format(then);
}

function when(then, now) {
  const distance = days(then, now);
  const near = Math.abs(distance) <= 1 ? relative.format(distance, "day") : weekday.format(then);
  return `${Math.abs(distance) < 7 ? near : date(then, now)}, ${hour.format(then)}`;
}

function apart(then, now) {
  const seconds = (then - now) / 1000;
  const [unit, length] = UNITS.find(([, size, least]) => Math.abs(seconds) >= size * least) ?? ["second", Infinity];
  return relative.format(Math.trunc(seconds / length), unit);
}

const TOLD = {when, day: date, since: apart, left: apart};

export function tell(root = document) {
  const now = new Date();
  for (const element of root.querySelectorAll("time[data-moment]")) {
    const then = new Date(element.dateTime);
    const words = TOLD[element.dataset.moment](then, now);
    if (element.textContent !== words) element.textContent = words; // else the page is drawn anew for nothing
    element.title = exact.format(then);
  }
}

tell();
setInterval(() => { if (!document.hidden) tell(); }, 30_000);
document.addEventListener("visibilitychange", () => { if (!document.hidden) tell(); });
