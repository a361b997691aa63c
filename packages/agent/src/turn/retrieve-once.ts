import type { Scope, SearchHit } from '@cubo/contracts';
import type { BoundLibrary } from '../scope/scoped-library.ts';

/** Searches, and gives the same search again where it was made already. */
export type Retrieve = (
  query: string,
  options: { readonly limit: number; readonly scope: Scope },
) => Promise<readonly SearchHit[]>;

/**
 * Makes the search of a turn, in which the same query in the same scope is searched for once: if more hits are asked for than
 * before, anew.
 */
export function retrieveOnce(
  cubo: Pick<BoundLibrary, 'search'>,
  { explain, signal }: { readonly explain: boolean; readonly signal: AbortSignal },
): Retrieve {
  const made = new Map<string, { readonly limit: number; readonly hits: Promise<readonly SearchHit[]> }>();
  return async (query, { limit, scope }) => {
    const key = JSON.stringify([query.trim().replace(/\s+/g, ' ').toLowerCase(), scope]);
    const known = made.get(key);
    if (known !== undefined && known.limit >= limit) return (await known.hits).slice(0, limit);
    // Some more than are asked for: models like to ask for one or two more the second time.
    const wide = Math.max(limit, fewestHits);
    const hits = cubo.search(query, { limit: wide, scope, syntax: 'plain', explain, signal });
    made.set(key, { limit: wide, hits });
    // Those who ask for the same later are told of the failure too.
    hits.catch(() => made.delete(key));
    return (await hits).slice(0, limit);
  };
}

const fewestHits = 20;
