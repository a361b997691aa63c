/** An answer that refuses a request, before anything of it was read. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response of a refusal: an error of JSON-RPC, which belongs to no call. */
export function refusalResponse({ status, message, headers }: Refusal): Response {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null });
  const length = String(Buffer.byteLength(body));
  return new Response(body, {
    status,
    headers: { 'Content-Type': 'application/json', 'Content-Length': length, Connection: 'close', ...headers },
  });
}
