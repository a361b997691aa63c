import { type Embedder, isTrainableEmbedder, type TrainableEmbedder } from '@cubo/contracts';
import type { Library, LibraryWriter } from '@cubo/library';

/** What a training saw. */
export interface TrainedOn {
  /** How many chunks there were. */
  readonly chunks: number;
  /** The id that the next chunk was to have. */
  readonly nextChunk: number;
}

/** Which vector space a library uses, as the catalog keeps it. */
export interface SpaceSetting {
  /** What the embedder was configured with: see {@link configurationOf}. */
  readonly configuration: string;
  readonly fingerprint: string;
  readonly dimensions: number;
  /** For trained embedders. */
  readonly trainedOn?: TrainedOn | undefined;
}

const settingKey = 'vector-space';

/** Tells whether a space is of the embedder in use: for a trainable one, of any of its trainings. */
export function configurationOf(embedder: Embedder | TrainableEmbedder): string {
  return isTrainableEmbedder(embedder) ? embedder.configuration : embedder.fingerprint;
}

/** The space that the library uses, whichever embedder made it. */
export function readStoredSpace(library: Library): SpaceSetting | undefined {
  const stored = library.setting(settingKey);
  return stored === undefined ? undefined : (JSON.parse(stored) as SpaceSetting);
}

/** The space that the library uses, unless it was made by an embedder with another configuration. */
export function readSpaceSetting(library: Library, configuration: string): SpaceSetting | undefined {
  const setting = readStoredSpace(library);
  return setting?.configuration === configuration ? setting : undefined;
}

/** Makes a space the one that the library uses, in one transaction; `undefined`: none. Readers take a new snapshot. */
export function writeSpaceSetting(library: Library, writer: LibraryWriter, setting: SpaceSetting | undefined): void {
  const value = setting && JSON.stringify(setting);
  if (value !== library.setting(settingKey)) writer.writeSettings({ [settingKey]: value });
}
