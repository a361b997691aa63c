import type { Relationship } from './relationships.ts';

/** Where there is less text than this, in characters, pictures may hold it: a scan, a slide that was exported. */
export const leastText: number = 50;
const mostPictures = 100;

/** The pictures among the parts that relationships lead to, in formats of pixels. */
export function pictureParts(relationships: Iterable<Relationship>): string[] {
  const parts = new Set<string>();
  for (const { type, target, isExternal } of relationships) {
    if (type === 'image' && !isExternal && /\.(?:png|jpe?g|tiff?|bmp|gif|webp)$/i.test(target)) parts.add(target);
    if (parts.size >= mostPictures) break;
  }
  return [...parts];
}
