/**
 * A file of the package's folder `assets`. This module lies one folder below the package, as the built files do, into
 * one of which it goes.
 */
export function assetUrl(name: string): URL {
  return new URL(`../assets/${name}`, import.meta.url);
}
