import type { Generator } from '@cubo/contracts';
import type { NumberedSource } from '../events/agent-event.ts';
import type { AgentScope } from '../scope/agent-scope.ts';
import type { AgentTool } from '../tools/agent-tool.ts';
import type { AgentLibrary } from '../turn/agent-parts.ts';

/** Options of `aiSdkTools`. */
export interface AiSdkToolsOptions {
  /** The library that the tools read. */
  readonly cubo: Pick<AgentLibrary, 'search' | 'documents' | 'read' | 'holdGenerator'>;
  /** What writes for the tools that analyze and compare whole documents. Default: none, and these tools are left out. */
  readonly generator?: Generator | undefined;
  /** Which documents they may see: a call may narrow it, and is refused what is beyond. Default: all. */
  readonly scope?: AgentScope | undefined;
  /** Tools of the host's own, made with `defineTool`, bound to the same scope. Default: none. */
  readonly tools?: readonly AgentTool[] | undefined;
  /** About how many tokens a result may have. Default 4000. */
  readonly roomTokens?: number | undefined;
  /** Time zone of the user, as IANA names it. Default: that of the process. */
  readonly timeZone?: string | undefined;
  /** Told of each passage that the model is shown, once, with the number by which it is cited. */
  readonly onSource?: ((source: NumberedSource) => void) | undefined;
}
