import type { StoredPassage } from '@cubo/core';

/** A passage that items are made from. */
export interface StudyPassage extends StoredPassage {
  /** Hash of its document's bytes. */
  readonly sha256: string;
}
