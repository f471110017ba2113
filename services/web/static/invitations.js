// The code of an invitation stands behind "#", which no browser sends anywhere: this hands it to the page of its table.
const [, code] = location.hash.match(/^#invitation=([\w-]+)$/) ?? [];
if (code && location.pathname.startsWith("/games/")) {
  location.replace(`${location.pathname}?${new URLSearchParams({invitation: code})}`);
}
