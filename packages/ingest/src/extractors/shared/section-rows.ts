/** Rows of a table in one section, besides its header. */
export const sectionRows = 20;
