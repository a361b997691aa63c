import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inspectInstalledTree } from '../lib/installed-tree.mjs';

let modules: string;
beforeEach(() => {
  modules = path.join(mkdtempSync(path.join(tmpdir(), 'cubo-tree-')), 'node_modules');
});
afterEach(() => rmSync(path.dirname(modules), { recursive: true }));

const addPackage = (name: string, manifest: object, files: Record<string, string> = {}) => {
  const folder = path.join(modules, name);
  for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
};

it('names every package that would run code at installation, nested and scoped ones too', () => {
  addPackage('plain', { scripts: { test: 'x', prepare: 'x' } });
  addPackage('@scope/post', { scripts: { postinstall: 'x' } });
  addPackage('plain/node_modules/pre', { scripts: { preinstall: 'x' } });
  addPackage('middle', { scripts: { install: 'x' } });
  addPackage('compiled', {}, { 'binding.gyp': '{}' });
  addPackage('prebuilt', { gypfile: false }, { 'binding.gyp': '{}' });
  const { packages, withInstallScript } = inspectInstalledTree(modules);
  expect(packages).toBe(6);
  expect(withInstallScript.sort()).toEqual(['@scope/post', 'compiled', 'middle', 'plain/node_modules/pre']);
});

it('adds up the bytes of all files, and does not take every package.json for a package', () => {
  addPackage('a', {}, { 'dist/package.json': '{"scripts":{"install":"x"}}', 'index.js': '12345' });
  const { packages, bytes, withInstallScript } = inspectInstalledTree(modules);
  expect(packages).toBe(1);
  expect(bytes).toBe(2 + 27 + 5);
  expect(withInstallScript).toEqual([]);
});
