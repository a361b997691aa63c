import type { Metadata, SkippedFile } from '@cubo/contracts';

/**
 * What a scan takes of the folders it is given, and how it labels what it finds: plain data.
 *
 * Patterns are globs against the path below the given folder, with slashes on every system and without regard to case.
 * `*.pdf` fits PDFs in the folder itself, with two stars and a slash before it those at any depth; `letters` and
 * `letters/**` fit all in that subfolder, because a pattern that fits a folder stands for all in it. A file that is
 * named itself is taken whatever the patterns say.
 */
export interface ScanRules {
  /** Take only what fits one of these patterns. Default: everything. */
  readonly include?: readonly string[] | undefined;
  /** Leave out what fits one of these patterns; it wins over `include`. Default: nothing. */
  readonly exclude?: readonly string[] | undefined;
  /**
   * Heed the `.gitignore` files in the folders, and those above them in the same repository. Case does not matter in
   * their patterns either. Default false.
   */
  readonly gitignore?: boolean | undefined;
  /**
   * Labels for every document. They win over those that a document gives itself. Default: where neither these nor
   * `categories` are given, each document keeps the labels that it was given before; `{}` takes them away.
   */
  readonly metadata?: Metadata | undefined;
  /**
   * Categories by pattern: `{ 'contracts/**': 'Contracts' }`. A document's category becomes its label `category`; where
   * several patterns fit, the last one counts. A file that is named itself is matched by its name.
   */
  readonly categories?: Readonly<Record<string, string>> | undefined;
}

/** How `scanSources` behaves. */
export interface ScanSourcesOptions extends ScanRules {
  readonly signal?: AbortSignal | undefined;
  /**
   * Hears of everything that was found and cannot be a source: an unreadable folder, a device, a link out of the root.
   */
  readonly onProblem?: ((problem: SkippedFile) => void) | undefined;
  /**
   * Look only at these paths inside the given folders, absolute: what is there now is taken as a scan of the whole
   * folders would take it. Default: all that the folders hold.
   */
  readonly only?: readonly string[] | undefined;
}
