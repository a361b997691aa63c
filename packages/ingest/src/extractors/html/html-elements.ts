/** Elements that never hold text of the document; annotations say in another notation what a formula shows. */
export const silentElements: ReadonlySet<string> = new Set(
  'script style template noscript svg canvas object iframe audio video select datalist annotation annotation-xml'.split(
    ' ',
  ),
);

/** Those of them that take no room, even in the midst of a sentence. */
export const unseenElements: ReadonlySet<string> = new Set(
  'script style template annotation annotation-xml'.split(' '),
);

/** Deeper nesting is no document, and each closing tag would be searched for among all that are open. */
export const deepestElement = 5000;

/** Elements that hold what surrounds the document on every page of a site, or what its reader may do. */
export const boilerplateElements: ReadonlySet<string> = new Set('nav button textarea dialog menu'.split(' '));

/** Elements that are boilerplate unless they belong to an article. */
export const pageFrameElements: ReadonlySet<string> = new Set(['header', 'footer', 'aside']);

/** Values of `role` that say the same as a boilerplate element. */
export const boilerplateRoles: ReadonlySet<string> = new Set(
  'navigation banner contentinfo search complementary menu menubar'.split(' '),
);

/** Elements that begin and end a paragraph. */
export const blockElements: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup hr ' +
    'legend li main nav ol p section summary table tbody td tfoot th thead tr ul option'
  ).split(' '),
);

/** Whether attributes hide an element. */
export function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  if ('hidden' in attributes) return true;
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes.style ?? '');
}
