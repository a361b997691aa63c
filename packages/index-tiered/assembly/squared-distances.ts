import { SquaredDifferences, sumsOfPairs } from './pairs-of-rows';

export function squaredDistances(
  points: usize,
  count: usize,
  centroidRows: usize,
  centroids: usize,
  dimensions: usize,
  distances: usize,
): void {
  sumsOfPairs<SquaredDifferences>(points, count, centroidRows, centroids, dimensions, distances);
}
