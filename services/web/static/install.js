// Lets the last seen pages be shown without a connection.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/service-worker.js");
