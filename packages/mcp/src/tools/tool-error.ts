import { isCuboError, type Logger } from '@cubo/contracts';
import type { ToolResult } from './tool.ts';

/**
 * What a tool gives where it fails: code, sentence and remedy of an error of Cubo. Of any other error the client is told
 * nothing, for it may say anything; the logger is told its message.
 */
export function toolError(error: unknown, tool: string, logger: Logger): ToolResult {
  if (isCuboError(error)) {
    const { code, summary, remedy } = error;
    return { structured: { error: { code, message: summary, remedy } }, blocks: [`${summary} ${remedy} (${code})`] };
  }
  logger.error(
    `The tool ${tool} failed: ${error instanceof Error ? (error.stack ?? error.message) : 'no error was thrown'}`,
  );
  const message = `The tool ${tool} failed by a fault of the server.`;
  const remedy = 'Try again, or look into the log of the server.';
  return { structured: { error: { code: 'INTERNAL_ERROR', message, remedy } }, blocks: [`${message} ${remedy}`] };
}
