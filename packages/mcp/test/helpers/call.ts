import type { Client } from '@modelcontextprotocol/client';

/** What a tool said, as values and as text. */
export interface Called<Value> {
  readonly value: Value;
  readonly text: string;
  readonly blocks: readonly string[];
  readonly isError: boolean;
}

/** Calls a tool. */
export async function call<Value = Record<string, unknown>>(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  options: Parameters<Client['callTool']>[1] = {},
): Promise<Called<Value>> {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args }, options);
  const blocks = content.map((block) => (block.type === 'text' ? block.text : ''));
  return { value: structuredContent as Value, text: blocks.join('\n'), blocks, isError };
}
