/** A record that an application keeps in a library: a flashcard, an answer that was given, a setting. */
export interface StoredRecord {
  /** What kind of record it is; begins with the name of whose it is: `study.card`. */
  readonly collection: string;
  /** Unique within its collection. */
  readonly id: string;
  /** What it belongs to, such as the deck of a card, for listing. Default: nothing. */
  readonly parent?: string | undefined;
  /** What listings are ordered by, such as the time when a card is due. Default 0. */
  readonly order: number;
  /** JSON. */
  readonly content: unknown;
  /**
   * URIs of documents whose words it holds. When one of them is erased it loses what `content` has under `quoted`; all else
   * of an object stays, and `erased` is set in it.
   */
  readonly quotes?: readonly string[] | undefined;
  /** Grows by one with every change. */
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A record as it shall be. */
export interface RecordEntry extends Pick<StoredRecord, 'collection' | 'id' | 'parent' | 'content' | 'quotes'> {
  /** Default 0. */
  readonly order?: number | undefined;
  /**
   * The revision that it was made from; `CUBO_RECORD_CHANGED` where it is another by now. 0 is for one that must not exist
   * yet. Default: whatever there is, is replaced.
   */
  readonly revision?: number | undefined;
  /** Of one that is restored, when it was made and changed. Default: now, and of one that is there already, when it was made. */
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
}

/** A change of the records: one is put, one is deleted, or all of a collection, or of those of one parent, are. */
export type RecordChange =
  | { readonly put: RecordEntry }
  | { readonly delete: Pick<StoredRecord, 'collection' | 'id'> }
  | { readonly clear: { readonly collection: string; readonly parent?: string | undefined } };

/** Which records of a collection are meant. */
export interface RecordRange {
  /** Only those of this parent. Default: all. */
  readonly parent?: string | undefined;
  /** Only those whose `order` is at least this. Default: all. */
  readonly from?: number | undefined;
  /** Only those whose `order` is below this. Default: all. */
  readonly to?: number | undefined;
}

/** Options of {@link RecordStore.list}. */
export interface RecordListOptions extends RecordRange {
  /** The highest `order` first. Default false. */
  readonly descending?: boolean | undefined;
  /** Default: all. */
  readonly limit?: number | undefined;
  /** How many are passed over. Default 0. */
  readonly offset?: number | undefined;
}

/**
 * Records of applications in a library's catalog: in its one file, encrypted with it, and without what an erased document
 * said. Changes are made at once and wait for no ingest; what is deleted is overwritten.
 */
export interface RecordStore {
  /** `undefined` where there is none. */
  get(collection: string, id: string): StoredRecord | undefined;
  /** Records of a collection by `order`, and by id where that is the same. */
  list(collection: string, options?: RecordListOptions): StoredRecord[];
  /** How many there are. */
  count(collection: string, range?: RecordRange): number;
  /**
   * Makes changes in the given order, all or none, as one transaction.
   *
   * @throws CuboError `CUBO_RECORD_CHANGED`, `CUBO_BAD_ARGUMENT`, `CUBO_STORAGE_FAILED`
   */
  change(changes: readonly RecordChange[]): void;
  /** Takes out what records hold of these documents, and tells of how many. */
  forget(sources: readonly string[]): number;
}
