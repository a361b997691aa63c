import type { LatentState } from './latent-state.ts';
import type { ModelManifest } from './model-manifest.ts';

/** What a training gives. */
export interface LatentModel {
  readonly state: LatentState;
  readonly manifest: ModelManifest;
}
