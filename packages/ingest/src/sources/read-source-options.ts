/** How a source is read. */
export interface ReadSourceOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long it may take to give its next bytes. Default 60 000 ms. */
  readonly timeLimitMilliseconds?: number | undefined;
}
