/**
 * What tells OpenMP and BLAS, by which FAISS computes, to use so many threads, and to let them sleep when they wait: by
 * default they take every core, and keep it busy.
 */
export function threadSettings(threads: number): Record<string, string> {
  const number = String(threads);
  return { OMP_NUM_THREADS: number, OPENBLAS_NUM_THREADS: number, MKL_NUM_THREADS: number, OMP_WAIT_POLICY: 'PASSIVE' };
}
