import {
  CuboError,
  type RecordChange,
  type RecordListOptions,
  type RecordRange,
  type RecordStore,
} from '@cubo/contracts';

/** A record of a collection as it is read. */
export interface CollectionRecord<Content> {
  readonly id: string;
  readonly parent?: string | undefined;
  readonly order: number;
  readonly content: Content;
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** How a record is put; see `RecordEntry`. */
export interface PutOptions {
  readonly parent?: string | undefined;
  readonly order?: number | undefined;
  readonly quotes?: readonly string[] | undefined;
  readonly revision?: number | undefined;
}

/** Brings content from one version to the next. */
export type Upgrade = (content: Record<string, unknown>) => Record<string, unknown>;

/**
 * The records of one kind. What a document says goes under `quoted` of the content, and is absent once that document was
 * erased.
 */
export interface Collection<Content extends object> {
  get(id: string): CollectionRecord<Content> | undefined;
  list(options?: RecordListOptions): CollectionRecord<Content>[];
  count(range?: RecordRange): number;
  /** Changes, to be made by the store together with others. */
  put(id: string, content: Content, options?: PutOptions): RecordChange;
  delete(id: string): RecordChange;
  clear(parent?: string): RecordChange;
}

/**
 * Opens a collection. Its version is that of what all upgrades lead to: `upgrades[0]` leads from version 1 to 2. Older
 * records are upgraded as they are read.
 */
export function openCollection<Content extends object>(
  records: RecordStore,
  name: string,
  upgrades: readonly Upgrade[] = [],
): Collection<Content> {
  const current = upgrades.length + 1;
  const read = ({ content, collection: _, quotes: __, ...record }: ReturnType<RecordStore['list']>[number]) => ({
    ...record,
    content: upgrade(content as Record<string, unknown>) as Content,
  });
  const upgrade = ({ version, ...content }: Record<string, unknown>): Record<string, unknown> => {
    if (typeof version !== 'number' || version > current) throw tooNew(name, version, current);
    return upgrades.slice(version - 1).reduce((older, step) => step(older), content);
  };
  return {
    get(id) {
      // Ids come from hosts, and some from those who use them.
      const record = typeof id === 'string' ? records.get(name, id) : undefined;
      return record && read(record);
    },
    list: (options) => records.list(name, options).map(read),
    count: (range) => records.count(name, range),
    put: (id, content, options) => ({
      put: { collection: name, id, content: { ...content, version: current }, ...options },
    }),
    delete: (id) => ({ delete: { collection: name, id } }),
    clear: (parent) => ({ clear: { collection: name, ...(parent !== undefined && { parent }) } }),
  };
}

function tooNew(name: string, version: unknown, current: number): CuboError {
  return new CuboError({
    code: 'CUBO_LIBRARY_TOO_NEW',
    message: `A record of ${name} has version ${String(version)}; this version of @cubo/study reads up to ${current}.`,
    remedy: 'Update the @cubo packages.',
  });
}
