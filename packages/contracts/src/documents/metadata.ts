/** A value a document can be labelled with. */
export type MetadataValue = string | number | boolean | null | readonly string[];

/** Labels of a document, free in name: author, date, category, matter number. */
export type Metadata = Readonly<Record<string, MetadataValue>>;
