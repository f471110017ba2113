// Before anything is shown: there is a script, so nothing is laid out as it is without one.
document.documentElement.classList.add("js", "starting");
