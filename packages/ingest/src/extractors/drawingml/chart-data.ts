/** A value of a chart as its file holds it, and how it is to be shown. */
export interface ChartValue {
  readonly text: string;
  /** The format code of a number. */
  readonly format?: string | undefined;
}

/** Values by the number of their point, from 0. */
export type ChartPoints = Map<number, ChartValue>;

/** A series of a chart. */
export interface ChartSeries {
  /** What its points are called, or where they lie on the other axis; the outermost level first. */
  readonly levels: readonly ChartPoints[];
  /** Its values, and further columns such as the sizes of bubbles. */
  readonly columns: readonly { readonly name: string; readonly points: ChartPoints }[];
}

/** What a chart shows, as far as its file holds it. */
export interface ChartData {
  /** `Line chart`; several where they are drawn over one another. */
  readonly kinds: readonly string[];
  readonly title: string;
  /** Title of the axis of the categories. */
  readonly categoryTitle: string;
  /** Titles of the other axes. */
  readonly valueTitles: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Texts that are set at single points. */
  readonly labels: readonly string[];
  /** Whether dates count from 1904. */
  readonly date1904: boolean;
}

/** The name of a series, or what programs call one that has none. */
export function seriesName(name: string, index: number): string {
  return name.trim() || `Series ${index + 1}`;
}

/** Whether any series has a value. */
export function hasValues({ series }: ChartData): boolean {
  return series.some(({ columns }) => columns.some(({ points }) => points.size > 0));
}
