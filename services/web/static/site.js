// What every page does with JavaScript; without it every page can be read and used.
import "./install.js";
import "./invitations.js";
import "./keys.js";
import "./moments.js";
import "./menus.js";
