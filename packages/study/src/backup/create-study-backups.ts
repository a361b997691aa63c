import { assertKnownOptions, badArgument, CuboError } from '@cubo/contracts';
import type { StudyParts } from '../study-parts.ts';
import { readBackup } from './read-backup.ts';
import type { BackupHeader, BackupRecord, StudyBackups } from './study-backup.ts';
import { studyCollections } from './study-collections.ts';

/** Records are read so many at a time. */
const pageSize = 500;

/** Backups of the study material of a library. */
export function createStudyBackups({ cubo, clock }: Pick<StudyParts, 'cubo' | 'clock'>): StudyBackups {
  const header = (): BackupHeader => ({ format: 'cubo-study-backup', version: 1, createdAt: clock.now() });

  function* records(): Generator<BackupRecord> {
    for (const collection of Object.keys(studyCollections)) {
      for (let offset = 0; ; offset += pageSize) {
        const page = cubo.records.list(collection, { offset, limit: pageSize });
        for (const { revision: _, ...record } of page) yield record;
        if (page.length < pageSize) break;
      }
    }
  }

  /** Documents that are quoted and that the library does not have. */
  function missing(backup: readonly BackupRecord[]): string[] {
    const quoted = new Set(backup.flatMap(({ quotes = [] }) => quotes));
    if (quoted.size > 0) {
      for (const { uri, aliases } of cubo.documents()) {
        quoted.delete(uri);
        for (const alias of aliases) quoted.delete(alias.uri);
      }
    }
    return [...quoted].sort();
  }

  return {
    backup: () => ({ ...header(), records: [...records()] }),
    *backupLines() {
      yield `${JSON.stringify(header())}\n`;
      let count = 0;
      for (const record of records()) {
        count++;
        yield `${JSON.stringify(record)}\n`;
      }
      // By its last line a file is known to be complete.
      yield `${JSON.stringify({ records: count })}\n`;
    },
    restore(given, options) {
      assertKnownOptions('restore()', options, { mode: true, missingDocuments: true });
      const { mode, missingDocuments: policy = 'refuse' } = options ?? {};
      if (mode !== 'merge' && mode !== 'replace') {
        throw badArgument(`The mode of restore() is ${JSON.stringify(mode)}.`, 'Pass merge or replace.');
      }
      if (policy !== 'refuse' && policy !== 'forget') {
        throw badArgument(`missingDocuments of restore() is ${JSON.stringify(policy)}.`, 'Pass refuse or forget.');
      }
      const backup = readBackup(given);
      const missingDocuments = missing(backup);
      if (policy === 'refuse' && missingDocuments[0] !== undefined) {
        throw documentsMissing(missingDocuments[0], missingDocuments.length);
      }
      const written = mode === 'replace' ? backup : backup.filter(isNews);
      cubo.records.change([
        ...(mode === 'replace' ? Object.keys(studyCollections).map((collection) => ({ clear: { collection } })) : []),
        ...written.map((record) => ({ put: record })),
      ]);
      return { restored: written.length, kept: backup.length - written.length, missingDocuments };
    },
  };

  function isNews({ collection, id, updatedAt }: BackupRecord): boolean {
    const there = cubo.records.get(collection, id);
    return there === undefined || there.updatedAt < updatedAt;
  }
}

function documentsMissing(first: string, count: number): CuboError {
  const others = count === 1 ? '' : ` and of ${count - 1} more documents`;
  return new CuboError({
    code: 'CUBO_DOCUMENT_NOT_FOUND',
    message: `The backup holds words of ${first}${others}, which the library does not have.`,
    remedy: "Ingest them first, or pass missingDocuments: 'forget' to restore all else without their words.",
  });
}
