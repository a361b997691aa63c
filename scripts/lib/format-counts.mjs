// @ts-check

/**
 * @param {{ passed: number, failed: number, skipped: number }} counts
 * @returns {string} `N passed, N failed`, and how many were skipped when some were
 */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
