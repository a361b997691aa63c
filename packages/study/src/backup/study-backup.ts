import type { StoredRecord } from '@cubo/contracts';

/** What begins every backup. */
export interface BackupHeader {
  readonly format: 'cubo-study-backup';
  readonly version: 1;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/**
 * Everything of study material as one object, which JSON can hold: decks, quizzes, workshops and mind maps with what
 * belongs to them, schedules, reviews, answers, and the log that progress is computed from.
 *
 * It is not encrypted, and holds words of documents: those that questions, cards and nodes quote.
 */
export interface StudyBackup extends BackupHeader {
  readonly records: readonly BackupRecord[];
}

/** A record of a backup. */
export type BackupRecord = Omit<StoredRecord, 'revision'>;

/** Options of {@link StudyBackups.restore}. */
export interface RestoreOptions {
  /**
   * `replace` deletes all study material first. `merge` keeps it, and adds what is not there; of what is in both, the one
   * that was changed later stays.
   */
  readonly mode: 'merge' | 'replace';
  /**
   * What is done where the library lacks documents that the backup quotes: `refuse` throws an error that names them;
   * `forget` restores all else, without the words of those documents, as if they had been erased. Default `refuse`.
   */
  readonly missingDocuments?: 'refuse' | 'forget' | undefined;
}

/** What a restore did. */
export interface RestoreReport {
  /** How many records were written. */
  readonly restored: number;
  /** How many stayed, as the library had them as new or newer. Of `merge`. */
  readonly kept: number;
  /** Documents that the backup quotes and the library lacks, as URIs, ascending. */
  readonly missingDocuments: readonly string[];
}

/** Backups of study material. */
export interface StudyBackups {
  /** Everything as one object. */
  backup(): StudyBackup;
  /** The same as lines of JSON (NDJSON) with a line break each, the header first: for files, however large. */
  backupLines(): Iterable<string>;
  /**
   * Restores a backup: an object of `backup()`, its JSON, or the lines of `backupLines()` as one text. All of it is checked
   * before anything is written, and all of it is written or nothing.
   *
   * @throws CuboError `CUBO_FORMAT_INVALID` with the record, `CUBO_LIBRARY_TOO_NEW` for one of a newer version,
   *   `CUBO_DOCUMENT_NOT_FOUND` where documents are missing, `CUBO_BAD_ARGUMENT`
   */
  restore(backup: StudyBackup | string, options: RestoreOptions): RestoreReport;
}
