// The secret of a link stands behind "#", which no browser sends to a server: this puts it into its field of the form,
// and out of the address, so that it is neither shown nor kept in the history.
const place = document.querySelector("[data-secret]");
const secret = location.hash.slice(1);
if (place && secret) {
  place.querySelector("input").value = decodeURIComponent(secret);
  place.hidden = true;
  history.replaceState(null, "", location.pathname + location.search);
}
