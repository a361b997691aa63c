import { type Analyzer, isCuboError } from '@cubo/contracts';
import { mendTieredVectors, tieredVectorsFormat } from '@cubo/index-tiered';
import { checkIndexDirectory, type FileLayer, openIndexDirectory, type Problem } from '@cubo/library';
import { lexicalIndexFormat } from '@cubo/retrieval';

/**
 * Checks the files of indexes. Those of the host's own indexes are not ours to check, unless they are in our format: so
 * the tiers of usearch and FAISS keep their vectors.
 */
export interface IndexCheck {
  lexical(directory: string, signal: AbortSignal | undefined): Promise<Problem[]>;
  vectors(directory: string, signal: AbortSignal | undefined): Promise<Problem[]>;
  /**
   * Throws away damaged files that are made of vectors that are not damaged. Gives whether there were any, and nothing
   * else is damaged. Only a writer may do this.
   */
  mendVectors(directory: string, signal: AbortSignal | undefined): Promise<boolean>;
}

/** Makes the checks of the built-in indexes, for those that are built-in. */
export function createIndexCheck(options: {
  files: FileLayer;
  analyzer: Analyzer;
  ownLexical: boolean;
  ownVectors: boolean;
}): IndexCheck {
  const { files, analyzer, ownLexical, ownVectors } = options;
  const check = (directory: string, format: string, signal: AbortSignal | undefined) =>
    checkIndexDirectory({ directory, files, format, signal });
  return {
    lexical: async (directory, signal) =>
      ownLexical ? [] : check(directory, lexicalIndexFormat({ analyzer }), signal),
    vectors: async (directory, signal) =>
      (await hasOurVectors(directory)) ? check(directory, tieredVectorsFormat, signal) : [],
    mendVectors: async (directory, signal) =>
      (await hasOurVectors(directory)) && mendTieredVectors({ directory, files, signal }),
  };

  async function hasOurVectors(directory: string): Promise<boolean> {
    if (!ownVectors) return true;
    try {
      const { manifest } = await openIndexDirectory({ directory, files, format: tieredVectorsFormat });
      return manifest.files.length > 0;
    } catch (error) {
      // Whatever it is, whoever opens the tier finds out.
      if (isCuboError(error)) return false;
      throw error;
    }
  }
}
