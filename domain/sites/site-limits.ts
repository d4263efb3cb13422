/** Maximum number of pictures in the gallery of a site. */
export const MAX_GALLERY_PICTURES = 30;
/** Maximum number of selections of registers that a user has stored for a site. */
export const MAX_CHART_SELECTIONS = 20;
