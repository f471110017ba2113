// Whether the table is shown as on a phone: one column, some of it in drawers.
export const narrow = matchMedia("(max-width: 719px)");
