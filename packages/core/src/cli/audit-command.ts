import type { Audit } from '../cubo/audit.ts';
import { countOf } from '../text/count-of.ts';
import { formatBytes } from '../text/format-bytes.ts';
import type { CommandRunner } from './commands.ts';

/** `cubo audit`: what the library holds, and whom this process was in contact with. */
export const auditCommand: CommandRunner = async (cubo, line, output) => {
  const audit = await cubo.audit();
  if (line.json) output.json(audit);
  else for (const text of auditLines(audit)) output.line(text);
  return 0;
};

function auditLines(audit: Audit): string[] {
  const { lastIngest, bytes, files, models, network, connections } = audit;
  const opened = connections.counts.reduce((sum, count) => sum + count.opened, 0);
  return [
    `library      ${audit.path}${audit.encrypted ? ' (encrypted)' : ''}`,
    `at           ${audit.at}`,
    `documents    ${audit.documents}`,
    `chunks       ${audit.chunks}`,
    `last ingest  ${lastIngest === undefined ? 'none' : ingestLine(lastIngest)}`,
    `on disk      ${formatBytes(bytes.total)}`,
    ...files.map(
      (file) => `  ${file.path}  ${formatBytes(file.bytes)} in ${countOf(file.files, 'file')}, ${file.store}`,
    ),
    ...models.map(
      ({ kind, id, mayContact }) => `${kind.padEnd(12)} ${id}, may contact ${mayContact.join(', ') || 'nothing'}`,
    ),
    `network      ${network.allowed ? 'allowed' : 'this machine alone'}; models: ${network.hosts.join(', ') || 'no other host'}; web pages: ${network.webPages}`,
    `connections  ${countOf(opened, 'connection')} opened since ${connections.since}`,
    ...connections.counts.map(
      ({ host, purpose, opened, refused, bytesSent, bytesReceived }) =>
        `  ${host}  ${purpose}: ${opened} opened, ${refused} refused, ${formatBytes(bytesSent)} sent, ${formatBytes(bytesReceived)} received`,
    ),
  ];
}

function ingestLine({ id, state, updatedAt, outcomes }: NonNullable<Audit['lastIngest']>): string {
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  return [`${id} ${state} at ${updatedAt}`, ...counts].join(', ');
}
