export type { HttpListener, HttpOptions } from './http/http-options.ts';
export type { ReadableCubo } from './scope/scoped-library.ts';
export { type CuboMcpServer, createMcpServer } from './server/create-mcp-server.ts';
export type { McpServerOptions } from './server/mcp-server-options.ts';
export type { StdioConnection, StdioOptions } from './stdio/open-stdio.ts';
