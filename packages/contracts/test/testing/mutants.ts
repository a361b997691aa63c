import assert from 'node:assert/strict';
import type { ConformanceCheck } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';

/** An object that behaves as `base` but for the overridden members. */
export function mutant<Base extends object>(base: Base, overrides: Partial<Base>): Base {
  return new Proxy(base, {
    get: (target, key) => (key in overrides ? Reflect.get(overrides, key) : Reflect.get(target, key)),
    has: (target, key) => key in overrides || key in target,
  });
}

/** A broken implementation, and the check that is there to catch it. */
export interface Mutant {
  readonly name: string;
  /** Name of a check that must fail, or its end. */
  readonly caughtBy: string;
  readonly checks: readonly ConformanceCheck[];
}

/** Tests that a correct implementation passes every check. */
export function passes(checks: readonly ConformanceCheck[]): void {
  for (const check of checks) test(check.name, check.run);
}

/**
 * Tests that every broken implementation is caught by the check that is meant for it, and that there is a broken
 * implementation for every check: none passes whatever it is given.
 */
export function catches(checks: readonly ConformanceCheck[], mutants: readonly Mutant[]): void {
  const useful = new Set<string>();
  for (const { name, caughtBy, checks: mutated } of mutants) {
    test(`catches ${name}`, async () => {
      const meant = mutated.filter((check) => check.name.endsWith(caughtBy));
      assert.ok(meant.length > 0, `there is no check "${caughtBy}"`);
      const failed: string[] = [];
      for (const check of meant) await check.run().catch(() => failed.push(check.name));
      expect(failed).not.toEqual([]);
      for (const check of failed) useful.add(check);
    });
  }
  test('every check catches something', () => {
    expect(checks.map(({ name }) => name).filter((name) => !useful.has(name))).toEqual([]);
  });
}
