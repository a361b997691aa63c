import { join } from 'node:path';
import type { VectorTier } from '@cubo/contracts';
import type { FileLayer } from '@cubo/library';
import { folderName } from './folder-name.ts';
import type { OpenVectorTier } from './index-context.ts';

/** What a tier is opened by. */
interface TierIdentity {
  readonly fingerprint: string;
  readonly dimensions: number;
}

/** A tier in use. It stays open until it is released. */
export interface TierLease {
  readonly tier: VectorTier;
  /** May be called more than once. */
  release(): Promise<void>;
}

/**
 * The open vector tiers of a library, one for each vector space. A tier is opened once, however many ask for it at a
 * time, and closed when the last one releases it.
 */
export interface OpenTiers {
  /** The folder of a space. */
  directory(fingerprint: string): string;
  /** Opens a tier, or shares the open one; either way it shows what is on the disk now. */
  acquire(identity: TierIdentity): Promise<TierLease>;
  /** Leaves a tier that is in use open beyond its release, until another is kept. */
  keep(fingerprint: string): Promise<void>;
  /** Lets go of all tiers: those in use are closed when they are released, and `acquire` opens anew. */
  forget(): Promise<void>;
  /** As `forget`, and nothing is kept any more. */
  close(): Promise<void>;
}

interface Entry {
  readonly opening: Promise<VectorTier>;
  users: number;
}

/** Makes the holder of a library's tiers, whose folders lie in `root`. */
export function createOpenTiers(options: {
  root: string;
  files: FileLayer;
  memoryBytes: number;
  open: OpenVectorTier;
}): OpenTiers {
  const { root, files, memoryBytes, open } = options;
  const entries = new Map<string, Entry>();
  let kept: Entry | undefined;
  let closed = false;

  const directory = (fingerprint: string) => join(root, folderName(fingerprint));

  async function leave(entry: Entry): Promise<void> {
    entry.users--;
    if (entry.users > 0) return;
    for (const [fingerprint, known] of entries) if (known === entry) entries.delete(fingerprint);
    const tier = await entry.opening.catch(() => undefined);
    await tier?.close();
  }

  async function keepEntry(entry: Entry | undefined): Promise<void> {
    if (entry === kept) return;
    const previous = kept;
    kept = entry;
    if (entry !== undefined) entry.users++;
    if (previous !== undefined) await leave(previous);
  }

  async function forget(): Promise<void> {
    entries.clear();
    await keepEntry(undefined);
  }

  return {
    directory,
    async acquire({ fingerprint, dimensions }) {
      let entry = entries.get(fingerprint);
      if (entry === undefined) {
        entry = { opening: open({ directory: directory(fingerprint), files, dimensions, memoryBytes }), users: 0 };
        entries.set(fingerprint, entry);
      }
      const used = entry;
      used.users++;
      let leaving: Promise<void> | undefined;
      const release = () => {
        leaving ??= leave(used);
        return leaving;
      };
      try {
        const tier = await used.opening;
        await tier.refresh();
        return { tier, release };
      } catch (error) {
        await release();
        throw error;
      }
    },
    async keep(fingerprint) {
      if (!closed) await keepEntry(entries.get(fingerprint));
    },
    forget,
    async close() {
      closed = true;
      await forget();
    },
  };
}
