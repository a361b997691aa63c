/** How many threads search where the host does not say: the other half of the cores is for all else. */
export function defaultWorkers(cores: number): number {
  return cores <= 4 ? 1 : Math.min(4, Math.floor(cores / 2));
}
