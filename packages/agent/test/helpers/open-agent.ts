import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Generator } from '@cubo/contracts';
import { type Cubo, createCubo } from '@cubo/core';
import { onTestFinished } from 'vitest';
import { type Agent, type AgentEvent, type AgentOptions, createAgent } from '../../src/index.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** Documents of two tenants, with facts that are told apart. */
export const leases: Readonly<Record<string, string>> = {
  'contracts/lease.md':
    '# Lease\n\n## Notice\n\nThe tenant must give notice three months before the end. Notice is given in writing.\n\n## Rent\n\nThe rent is 950 euros a month. It is due on the third working day.\n',
  'contracts/garage.md':
    '# Garage\n\nThe garage costs 80 euros a month. The notice period of the garage is two weeks.\n',
  'letters/letter.txt':
    'Dear tenant, the boiler in the cellar will be replaced on 12 March. The caretaker Mr Brandt has the keys.\n',
};

/** A library in a temporary folder with documents, and an agent over it; closed when the test is over. */
export async function openAgent(
  generator: Generator | undefined,
  options: Partial<AgentOptions> & { readonly files?: Readonly<Record<string, string>> } = {},
): Promise<{ cubo: Cubo; agent: Agent; documents: string; directory: string }> {
  const { files = leases, ...rest } = options;
  const directory = await temporaryDirectory();
  const documents = join(directory, 'documents');
  await writeFiles(documents, files);
  const cubo = await openCubo(directory);
  await cubo.ingest(documents, { categories: { 'contracts/**': 'contracts', 'letters/**': 'letters' } });
  const agent = createAgent({ cubo, generator, ...rest });
  onTestFinished(() => agent.close());
  return { cubo, agent, documents, directory };
}

/** The library of a test, which works in the calling thread: threads take seconds to start. */
export async function openCubo(directory: string): Promise<Cubo> {
  const cubo = await createCubo({ path: join(directory, 'library'), threads: false, workers: 0, embedder: false });
  onTestFinished(() => cubo.close());
  return cubo;
}

/** Writes files, making their folders. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** All events of a turn. */
export async function collect(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const collected: AgentEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/** Those of one type. */
export function ofType<Type extends AgentEvent['type']>(
  events: readonly AgentEvent[],
  type: Type,
): Extract<AgentEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<AgentEvent, { type: Type }> => event.type === type);
}
