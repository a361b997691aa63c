import { builtinExtractors, readSource } from '../../src/index.ts';
import { type Network, webPage } from '../../src/network/index.ts';

/** A page to serve. */
export const page = '<title>Notice</title><h1>Notice period</h1><p>Three months to the end of a quarter.</p>';

/** Fetches a page with the built-in extractors, on the second of January 2026. */
export const fetch = (
  url: string,
  network: Network,
  options: { title?: string; metadata?: object; signal?: AbortSignal } = {},
) =>
  webPage(url, { network, extractors: builtinExtractors(), now: () => Date.UTC(2026, 0, 2), ...(options as object) });

/** The text of a fetched page. */
export const textOf = async (url: string, network: Network): Promise<string> =>
  Buffer.from(await readSource(await fetch(url, network), { maximumBytes: 1e8 })).toString();
