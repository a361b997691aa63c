/** An axis of a chart. */
export interface Axis {
  /** What is measured, with its unit: `ms, median`. */
  readonly label: string;
  /** `log`: equal ratios are equally far apart; all values must be above 0. Default `linear`. */
  readonly scale?: 'linear' | 'log';
  /** Values that the axis shows at least. Default: those of the points. */
  readonly from?: number;
  readonly to?: number;
}

/** Who or what the points of a series belong to. */
export interface Series {
  readonly name: string;
  /** Whether it is Cubo's own, or the one that the chart is about: drawn in the accent colour. */
  readonly own: boolean;
}

/** Points over two axes, joined by lines in their order. */
export interface LineChart {
  readonly kind: 'lines';
  /** Part of a file name: `growth`. */
  readonly id: string;
  readonly title: string;
  /** What one must know to read it. */
  readonly note: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly (Series & { readonly points: readonly (readonly [x: number, y: number])[] })[];
  /** Moments that are marked: values of x. */
  readonly marks?: readonly { readonly x: number; readonly label: string }[];
}

/** A row for each thing that is compared, with a dot for each series: Cleveland's dot plot. */
export interface DotChart {
  readonly kind: 'dots';
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly x: Axis;
  readonly series: readonly Series[];
  readonly rows: readonly {
    readonly name: string;
    /** In the order of the series; nothing where it was not measured. */
    readonly values: readonly (number | undefined)[];
    /** Stands at the end of the row. */
    readonly remark?: string;
  }[];
  /** Headings of the names and of the remarks. */
  readonly headings: readonly [names: string, remarks: string];
}

/** A chart as data: what it shows, not how it is drawn. */
export type Chart = LineChart | DotChart;
