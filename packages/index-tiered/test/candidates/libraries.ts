import type { VectorTier } from '@cubo/contracts';
import { type FaissTierOptions, openFaissTier } from '@cubo/index-tiered/faiss';
import { type CandidateTierOptions, openUsearchTier } from '@cubo/index-tiered/usearch';
import { nodeFileLayer } from '@cubo/library';
import { faissPackage, usearchPackage } from './packages.ts';

/** Options of a test; the files are the real ones. */
export type TestedOptions = Omit<CandidateTierOptions, 'files'>;

/** A library whose tier is tested. */
export interface TestedLibrary {
  readonly name: 'usearch' | 'faiss';
  /** Why it cannot be tested, if it cannot. */
  readonly missing: string | undefined;
  open(options: TestedOptions): Promise<VectorTier>;
  /** Opens a tier with an index that is made in another way. */
  openOther(options: TestedOptions): Promise<VectorTier>;
}

const files = nodeFileLayer;
const faiss = (options: TestedOptions, more: Pick<FaissTierOptions, 'factory' | 'probes'>) =>
  openFaissTier({ ...options, ...more, files, package: faissPackage.path });

/** Both, with options that are quick to make and find nearly all. */
export const testedLibraries: readonly TestedLibrary[] = [
  {
    name: 'usearch',
    missing: usearchPackage.missing,
    open: (options) => openUsearchTier({ ...options, files, package: usearchPackage.path }),
    openOther: (options) => openUsearchTier({ ...options, files, package: usearchPackage.path, quantization: 'f32' }),
  },
  {
    name: 'faiss',
    missing: faissPackage.missing,
    open: (options) => faiss(options, { factory: 'IVF16,SQ8', probes: 8 }),
    openOther: (options) => faiss(options, { factory: 'HNSW16,Flat' }),
  },
];

/** The title of a group of tests, which says so where it is skipped. */
export function titleOf({ name, missing }: TestedLibrary): string {
  return missing === undefined ? name : `${name} (skipped: ${missing})`;
}
