/** Version of the library format that this code writes: the catalog's `user_version`. */
export const formatVersion = 4;

/** Marks a SQLite file as a Cubo catalog (`application_id`): "CUBO" in ASCII. */
export const applicationId = 0x4355424f;

/**
 * Statements that lead from one version of the format to the next; `migrations[0]` makes an empty database version 1.
 *
 * A placement says that a run of chunks with consecutive ids, all of one version of one document, stands in consecutive
 * rows of a segment. A chunk is *live* if and only if a placement holds it whose document has that very version: a new
 * version is written beside the old one, and changing one number in `documents` makes it the current one.
 *
 * A pending document is a version of which the first `chunks` chunks are placed and the rest is still to come. They are
 * durable, and not live. Placements belong to a document's version, or to a pending one; there are no others.
 *
 * An alias is another name of a document: a file with the same bytes. What a document is labelled with comes from three
 * sides: what its format says (`own_metadata`), what the host gave with it (`given_metadata`), and what was changed
 * since (`labels`, null for what was taken away); `metadata` is what they come to.
 *
 * Inherited chunks are new chunks whose indexed text is that of an older one, by whose vector they can do.
 *
 * A removable segment is one that a writer was about to publish, or that has no live chunk left. If its folder is still
 * there when the next writer comes, and `segments` does not name it, it is removed. A folder that neither table names
 * is left alone: it may belong to a newer state of a catalog that was restored from a backup.
 *
 * A document change says with which generation anything of a document has changed last, be it that it was deleted: by
 * them readers need not read what they know already. Triggers write them, so that no change can go without. They name
 * the generation that the transaction is about to begin. They also count the documents, because SQLite would go through
 * all of them.
 *
 * A conversation consists of turns, and a turn of parts, one row each: what was asked, what a tool gave, what was answered.
 * `revision` grows with every change of it. A quote says that a part holds words of a document, so that they can be taken
 * out when that is erased. What is indexed of the texts is three letters each, so that every script can be searched; what
 * is deleted leaves the index at once.
 *
 * A record is what an application keeps in the library, such as a flashcard: JSON, with what is needed to list it in order.
 * A quote of a record is like that of a part.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    uri TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    title TEXT,
    language TEXT,
    pages INTEGER,
    sha256 TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    modified_at INTEGER,
    extractor TEXT NOT NULL,
    chunker TEXT NOT NULL,
    title_origin TEXT NOT NULL,
    own_metadata TEXT NOT NULL,
    given_metadata TEXT NOT NULL,
    labels TEXT NOT NULL,
    metadata TEXT NOT NULL,
    unread TEXT NOT NULL,
    version INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    ingested_at INTEGER NOT NULL
  );
  CREATE INDEX documents_by_hash ON documents (sha256);

  CREATE TABLE aliases (
    uri TEXT PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    modified_at INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX aliases_by_document ON aliases (document_id);

  CREATE TABLE pending_documents (
    uri TEXT PRIMARY KEY,
    document_id INTEGER NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    title TEXT,
    language TEXT,
    sha256 TEXT NOT NULL,
    extractor TEXT NOT NULL,
    chunker TEXT NOT NULL,
    job_id TEXT,
    chunks INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE segments (
    id TEXT PRIMARY KEY,
    rows INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE removable_segments (
    id TEXT PRIMARY KEY
  ) WITHOUT ROWID;

  CREATE TABLE placements (
    first_chunk INTEGER PRIMARY KEY,
    chunks INTEGER NOT NULL,
    segment_id TEXT NOT NULL REFERENCES segments (id),
    first_row INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    document_version INTEGER NOT NULL
  );
  CREATE INDEX placements_by_document ON placements (document_id);
  CREATE INDEX placements_by_segment ON placements (segment_id);

  CREATE TABLE inherited_chunks (
    first_chunk INTEGER PRIMARY KEY,
    chunks INTEGER NOT NULL,
    from_chunk INTEGER NOT NULL
  );

  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    specification TEXT NOT NULL,
    outcomes TEXT,
    started_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE job_files (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    uri TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    outcome TEXT,
    chunks INTEGER NOT NULL,
    reason TEXT,
    code TEXT,
    PRIMARY KEY (job_id, uri)
  ) WITHOUT ROWID;
  `,
  `
  CREATE TABLE document_changes (
    document_id INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX document_changes_in_order ON document_changes (generation, document_id);
  INSERT INTO meta (key, value)
    SELECT 'changes_since', value FROM meta WHERE key = 'generation';
  INSERT INTO meta (key, value) SELECT 'documents', count(*) FROM documents;
${changeTriggers()}
  `,
  `
  CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    title TEXT,
    details TEXT NOT NULL,
    revision INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX conversations_by_update ON conversations (updated_at);

  CREATE TABLE conversation_parts (
    id INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    turn INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    text TEXT,
    bytes BLOB,
    created_at INTEGER NOT NULL,
    UNIQUE (conversation_id, turn, ordinal)
  );

  CREATE TABLE conversation_quotes (
    part_id INTEGER NOT NULL REFERENCES conversation_parts (id) ON DELETE CASCADE,
    source TEXT NOT NULL,
    PRIMARY KEY (source, part_id)
  ) WITHOUT ROWID;
  CREATE INDEX conversation_quotes_by_part ON conversation_quotes (part_id);

  CREATE VIRTUAL TABLE conversation_texts USING fts5 (
    text, content = 'conversation_parts', content_rowid = 'id', tokenize = 'trigram remove_diacritics 1'
  );
  INSERT INTO conversation_texts (conversation_texts, rank) VALUES ('secure-delete', 1);
  CREATE TRIGGER conversation_parts_insert AFTER INSERT ON conversation_parts WHEN new.text IS NOT NULL BEGIN
    INSERT INTO conversation_texts (rowid, text) VALUES (new.id, new.text);
  END;
  CREATE TRIGGER conversation_parts_delete AFTER DELETE ON conversation_parts WHEN old.text IS NOT NULL BEGIN
    INSERT INTO conversation_texts (conversation_texts, rowid, text) VALUES ('delete', old.id, old.text);
  END;
  CREATE TRIGGER conversation_parts_update AFTER UPDATE OF text ON conversation_parts BEGIN
    INSERT INTO conversation_texts (conversation_texts, rowid, text)
      SELECT 'delete', old.id, old.text WHERE old.text IS NOT NULL;
    INSERT INTO conversation_texts (rowid, text) SELECT new.id, new.text WHERE new.text IS NOT NULL;
  END;
  `,
  `
  CREATE TABLE records (
    row INTEGER PRIMARY KEY,
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    parent TEXT,
    "order" REAL NOT NULL,
    content TEXT NOT NULL,
    revision INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (collection, id)
  );
  CREATE INDEX records_in_order ON records (collection, "order", id);
  CREATE INDEX records_by_parent ON records (collection, parent, "order", id);

  CREATE TABLE record_quotes (
    record_id INTEGER NOT NULL REFERENCES records (row) ON DELETE CASCADE,
    source TEXT NOT NULL,
    PRIMARY KEY (source, record_id)
  ) WITHOUT ROWID;
  CREATE INDEX record_quotes_by_record ON record_quotes (record_id);
  `,
];

/** Triggers that note every change of a document, of its names and of where its chunks stand. */
function changeTriggers(): string {
  const note = (id: string) => `
    INSERT INTO document_changes (document_id, generation)
      VALUES (${id}, 1 + coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'generation'), 0))
      ON CONFLICT (document_id) DO UPDATE SET generation = excluded.generation;`;
  const count = (change: string) => `UPDATE meta SET value = CAST(value AS INTEGER) ${change} WHERE key = 'documents';`;
  const trigger = (table: string, event: string, statements: string) =>
    `CREATE TRIGGER ${table}_${event} AFTER ${event} ON ${table} BEGIN ${statements} END;`;
  const tables = { documents: 'id', aliases: 'document_id', placements: 'document_id' };
  return Object.entries(tables)
    .flatMap(([table, id]) => {
      const isCounted = table === 'documents';
      return [
        trigger(table, 'INSERT', note(`new.${id}`) + (isCounted ? count('+ 1') : '')),
        trigger(table, 'UPDATE', note(`old.${id}`) + note(`new.${id}`)),
        trigger(table, 'DELETE', note(`old.${id}`) + (isCounted ? count('- 1') : '')),
      ];
    })
    .join('\n');
}
