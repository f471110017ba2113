// What every page does with JavaScript; without it every page can be read and used.
import "./invitations.js";
import "./moments.js";
import "./menus.js";
