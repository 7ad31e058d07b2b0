/**
 * Name of the layer that holds a figure's data, as opposed to its axes, intervals and reference lines. Figures of several
 * panels beside each other number it (`data_1`). Vega calls the drawn marks `data_marks` and gives SVG groups that class.
 */
export const DATA = "data";

/** Marks of the data layer, by the name that Vega gives them. */
export const DATA_MARKS = /^data(_\d+)?_marks$/;

/** The same in a drawn SVG: a point or bar each, one for a whole line or area. */
export const DATA_MARKS_SELECTOR = 'g[class$=" data_marks"] > *, g[class*=" data_"][class$="_marks"] > *';
