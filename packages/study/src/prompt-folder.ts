/** The package's own prompts. This module lies one folder below the package, as the built files do. */
export const promptFolder: URL = new URL('../prompts/', import.meta.url);
