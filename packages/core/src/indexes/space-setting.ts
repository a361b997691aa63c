import { type Embedder, isTrainableEmbedder, type TrainableEmbedder } from '@cubo/contracts';
import type { Library, LibraryWriter } from '@cubo/library';

/** What a training saw. */
export interface TrainedOn {
  /** How many chunks there were. */
  readonly chunks: number;
  /** The id that the next chunk was to have. */
  readonly nextChunk: number;
}

/** A vector space of a library, as the catalog keeps it. */
export interface SpaceSetting {
  /** What the embedder was configured with: see {@link configurationOf}. */
  readonly configuration: string;
  readonly fingerprint: string;
  readonly dimensions: number;
  /** For trained embedders. */
  readonly trainedOn?: TrainedOn | undefined;
}

/** The space in use. */
const settingKey = 'vector-space';
/** The one that is being filled to take its place. */
const nextKey = 'vector-space-next';

/** Tells whether a space is of the embedder in use: for a trainable one, of any of its trainings. */
export function configurationOf(embedder: Embedder | TrainableEmbedder): string {
  return isTrainableEmbedder(embedder) ? embedder.configuration : embedder.fingerprint;
}

/** The space that the library uses, whichever embedder made it. */
export function readStoredSpace(library: Library): SpaceSetting | undefined {
  return readSetting(library, settingKey);
}

/** The space that is being filled to take the place of the one in use, whichever embedder makes it. */
export function readNextSpace(library: Library): SpaceSetting | undefined {
  return readSetting(library, nextKey);
}

/** A space, unless it was made by an embedder with another configuration. */
export function ofConfiguration(setting: SpaceSetting | undefined, configuration: string): SpaceSetting | undefined {
  return setting?.configuration === configuration ? setting : undefined;
}

/**
 * Makes a space the one that the library uses, in one transaction; `undefined`: none. Readers take a new snapshot. The
 * next one of the same embedder is none any more.
 */
export function writeSpaceSetting(library: Library, writer: LibraryWriter, setting: SpaceSetting | undefined): void {
  const next = readNextSpace(library);
  const ends = setting !== undefined && next?.configuration === setting.configuration;
  writeChanged(library, writer, { [settingKey]: setting, ...(ends && { [nextKey]: undefined }) });
}

/** Notes which space is being filled; `undefined`: none. */
export function writeNextSpace(library: Library, writer: LibraryWriter, setting: SpaceSetting | undefined): void {
  writeChanged(library, writer, { [nextKey]: setting });
}

function readSetting(library: Library, key: string): SpaceSetting | undefined {
  const stored = library.setting(key);
  return stored === undefined ? undefined : (JSON.parse(stored) as SpaceSetting);
}

function writeChanged(
  library: Library,
  writer: LibraryWriter,
  settings: Readonly<Record<string, SpaceSetting | undefined>>,
): void {
  const values = Object.entries(settings).map(([key, setting]) => [key, setting && JSON.stringify(setting)] as const);
  const changed = values.filter(([key, value]) => value !== library.setting(key));
  if (changed.length > 0) writer.writeSettings(Object.fromEntries(changed));
}
