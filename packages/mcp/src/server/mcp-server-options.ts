import type { Logger, Scope } from '@cubo/contracts';
import type { ReadableCubo } from '../scope/scoped-library.ts';

/** Options of {@link createMcpServer}. */
export interface McpServerOptions {
  /** The knowledge base; it stays the caller's, to be closed after the server. Only methods that change nothing are used. */
  readonly cubo: ReadableCubo;
  /** What clients may see: all tools are confined to it, and a call can only narrow it. Default: the whole library. */
  readonly scope?: Scope | undefined;
  /** What the server calls itself. Default `cubo`. */
  readonly name?: string | undefined;
  /** Default: silent. Told of faults; lines carry no text of documents or queries. */
  readonly logger?: Logger | undefined;
}
