import { Products, sumsOfPairs } from './pairs-of-rows';

export function matrixProduct(a: usize, b: usize, c: usize, rows: usize, columns: usize, depth: usize): void {
  sumsOfPairs<Products>(a, rows, b, columns, depth, c);
}
