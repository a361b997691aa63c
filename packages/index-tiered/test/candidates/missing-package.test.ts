import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFaissTier } from '@cubo/index-tiered/faiss';
import { openUsearchTier } from '@cubo/index-tiered/usearch';
import { nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';

const options = () => ({ directory: temporaryDirectory(), files: nodeFileLayer, dimensions: 8 });

test('a package that is not installed is named, with the command that installs it', async () => {
  // Neither is part of the workspace.
  await expect(openUsearchTier(options())).rejects.toMatchObject({
    code: 'CUBO_PACKAGE_MISSING',
    message: 'The package usearch is not installed. Install it: npm install usearch.',
  });
  await expect(openFaissTier({ ...options(), factory: 'Flat' })).rejects.toMatchObject({
    code: 'CUBO_PACKAGE_MISSING',
    message: 'The package faiss-node is not installed. Install it: npm install faiss-node.',
  });
  await expect(openUsearchTier({ ...options(), package: 'a-fork-of-usearch' })).rejects.toMatchObject({
    code: 'CUBO_PACKAGE_MISSING',
    message: expect.stringContaining('npm install a-fork-of-usearch'),
  });
});

test('a package that cannot be loaded says why', async () => {
  const folder = join(temporaryDirectory(), 'broken');
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.js'), "throw new Error('No native build was found')");
  await expect(openUsearchTier({ ...options(), package: folder })).rejects.toMatchObject({
    code: 'CUBO_PACKAGE_MISSING',
    message: `The package ${folder} cannot be loaded: No native build was found. Install it: npm install ${folder}.`,
  });
});

test('an encrypted library is refused before anything is imported', async () => {
  const files = { ...nodeFileLayer, isEncrypted: true };
  await expect(openUsearchTier({ ...options(), files })).rejects.toMatchObject({
    code: 'CUBO_BAD_ARGUMENT',
    message: expect.stringContaining('usearch cannot be encrypted'),
  });
  await expect(openFaissTier({ ...options(), files, factory: 'Flat' })).rejects.toMatchObject({
    code: 'CUBO_BAD_ARGUMENT',
    message: expect.stringContaining('FAISS cannot be encrypted'),
  });
});

test('options that make no sense are refused before anything is imported', async () => {
  for (const wrong of [
    { connectivity: 1 },
    { expansionAdd: 0 },
    { expansionSearch: 1.5 },
    { dimensions: 0 },
    { quantization: 'i4' as 'i8' },
    { expansion: 64 } as never,
  ]) {
    await expect(openUsearchTier({ ...options(), ...wrong }), JSON.stringify(wrong)).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
    });
  }
  for (const wrong of [{ factory: '' }, { probes: 0 }, { trainingBytes: 0 }, { probe: 4 } as never]) {
    await expect(
      openFaissTier({ ...options(), factory: 'Flat', ...wrong }),
      JSON.stringify(wrong),
    ).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  }
});
