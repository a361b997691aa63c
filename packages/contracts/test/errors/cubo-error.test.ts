import { CuboError, isCuboError } from '@cubo/contracts';
import { describe, expect, test, vi } from 'vitest';

const options = {
  code: 'CUBO_PATH_NOT_FOUND',
  message: 'The folder /documents does not exist.',
  remedy: 'Check the path.',
} as const;

describe('CuboError', () => {
  test('is an Error whose message ends with the remedy', () => {
    const cause = new Error('ENOENT');
    const error = new CuboError({ ...options, path: '/documents', cause });
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('CuboError');
    expect(error.message).toBe('The folder /documents does not exist. Check the path.');
    expect(error.summary).toBe('The folder /documents does not exist.');
    expect(error).toMatchObject({ code: 'CUBO_PATH_NOT_FOUND', remedy: 'Check the path.', path: '/documents', cause });
    expect(String(error.stack)).toContain('cubo-error.test');
  });

  test('has no cause when it was given none', () => {
    expect('cause' in new CuboError(options)).toBe(false);
  });
});

describe('isCuboError', () => {
  test('knows a CuboError, and its code', () => {
    const error = new CuboError(options);
    expect(isCuboError(error)).toBe(true);
    expect(isCuboError(error, 'CUBO_PATH_NOT_FOUND')).toBe(true);
    expect(isCuboError(error, 'CUBO_LIBRARY_LOCKED')).toBe(false);
  });

  test('knows the errors of another copy of the package', async () => {
    vi.resetModules();
    const copy = await import('../../src/errors/cubo-error.ts');
    expect(copy.CuboError).not.toBe(CuboError);
    const error = new copy.CuboError(options);
    expect(error).not.toBeInstanceOf(CuboError);
    expect(isCuboError(error, 'CUBO_PATH_NOT_FOUND')).toBe(true);
  });

  test.each([undefined, null, 'CUBO_PATH_NOT_FOUND', 42, new Error('no'), { name: 'CuboError', ...options }])(
    'does not take %s for one',
    (value) => {
      expect(isCuboError(value)).toBe(false);
    },
  );
});
