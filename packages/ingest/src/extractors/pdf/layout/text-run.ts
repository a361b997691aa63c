/** Characters that are drawn in one go, and where they lie on the upright page, in points from its lower left corner. */
export interface TextRun {
  readonly text: string;
  /** Where the baseline begins. */
  readonly x: number;
  readonly y: number;
  /** Direction of the baseline in radians, anticlockwise from the right; downwards for vertical writing. */
  readonly angle: number;
  /** Along the baseline. */
  readonly width: number;
  /** Type size. */
  readonly size: number;
  readonly bold: boolean;
  /** Whether its characters run from right to left. */
  readonly rightToLeft: boolean;
  /** Whether the page draws a space before it. */
  readonly spaceBefore: boolean;
}
