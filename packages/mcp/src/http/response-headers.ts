/** For every answer: it is data for a program, to be shown, kept and embedded nowhere. */
const always: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store, no-transform',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Headers of every answer; for a web page that may ask, with leave for it alone to read the answer. */
export function responseHeaders(allowedOrigin: string | undefined): Record<string, string> {
  if (allowedOrigin === undefined) return { ...always };
  return {
    ...always,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': allowedOrigin,
    Vary: 'Origin',
  };
}

/** What a browser asks for before it lets a web page send a request. */
export const preflightHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Accept, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id',
};
