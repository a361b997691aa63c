/** The content ids of the files that the HTML of a message shows in its midst (`cid:` URLs, RFC 2392). */
export function contentIds(html: string | undefined): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const [, id] of html?.matchAll(/\bcid:([^\s"'<>)]+)/g) ?? []) ids.add(decoded(id as string));
  return ids;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
