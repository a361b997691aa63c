import { describe, expect, it } from 'vitest';
import { chooseNode, isAtLeast } from '../lib/choose-node.mjs';

describe('isAtLeast', () => {
  it('compares numbers, part by part', () => {
    expect(isAtLeast('22.14.0', '22.14.0')).toBe(true);
    expect(isAtLeast('22.9.0', '22.14.0')).toBe(false);
    expect(isAtLeast('22.100.0', '22.14.0')).toBe(true);
    expect(isAtLeast('24.0.0', '22.14.0')).toBe(true);
    expect(isAtLeast('20.20.2', '22.14.0')).toBe(false);
    expect(isAtLeast('22.12.9-nightly', '22.14.0')).toBe(false);
  });
});

describe('chooseNode', () => {
  const execPath = '/somewhere/node';

  it('prefers the running Node when it is new enough', () => {
    expect(chooseNode({ version: '22.14.0', execPath, bundled: process.execPath })).toBe(execPath);
  });

  it('takes the installed one when the running Node is too old', () => {
    expect(chooseNode({ version: '20.20.2', execPath, bundled: process.execPath })).toBe(process.execPath);
  });

  it('says which version is needed when there is none', () => {
    expect(() => chooseNode({ version: '20.20.2', execPath, bundled: '/does/not/exist' })).toThrow(
      /needs Node 22\.14 or newer, and this is Node 20\.20\.2/,
    );
  });
});
