// Whether the reader wants no motion, by the system's settings or by ours.
const still = matchMedia("(prefers-reduced-motion: reduce)");

export const calm = () => document.documentElement.dataset.motion === "calm" || still.matches;
