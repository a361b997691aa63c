import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findPackage, loadPackage } from '../../src/loading/optional-package.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test('a package of the application is found', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'node_modules/cubo-test-package'), { recursive: true });
  await writeFile(join(folder, 'node_modules/cubo-test-package/index.js'), 'exports.answer = 42;');
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => cwd.mockRestore());
  expect(loadPackage(findPackage('cubo-test-package', 'A test'))).toEqual({ answer: 42 });
});

test('where a package is missing, it is told how to install it', () => {
  expect(() => findPackage('cubo-test-package', 'A test')).toThrow(
    expect.objectContaining({
      code: 'CUBO_PACKAGE_MISSING',
      message: expect.stringContaining('A test needs the package cubo-test-package'),
      remedy: 'Install it: npm install cubo-test-package.',
    }),
  );
});
