// #region client
/** A client of the server: `fetch` with its address and token. */
export interface Client {
  /** Sends a request with a body of JSON, or with none. */
  send(method: string, path: string, body?: unknown, options?: { signal?: AbortSignal }): Promise<Response>;
  /** Uploads a document; one that is streamed need not fit into memory. */
  upload(
    name: string,
    body: Uint8Array | string | ReadableStream,
    options?: { signal?: AbortSignal },
  ): Promise<Response>;
}

/** Makes a client. */
export function createClient(url: string, token: string): Client {
  const authorization = `Bearer ${token}`;
  return {
    send(method, path, body, options) {
      const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
      return fetch(url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body), ...options });
    },
    upload(name, body, options) {
      const request = { method: 'PUT', headers: { authorization }, body, duplex: 'half', ...options } as const;
      return fetch(`${url}/documents/${encodeURIComponent(name)}`, request);
    },
  };
}

/** The lines of a response, parsed, as they come. */
export async function* readNdjson<Line>(response: Response): AsyncGenerator<Line> {
  let rest = '';
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Line;
  }
  if (rest !== '') throw new Error('The response ended in the middle of a line.');
}
// #endregion
