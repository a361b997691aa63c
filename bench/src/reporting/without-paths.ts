/** An absolute path of any system with at least two names: `/home/ada/texts`, `C:\texts\more`. Not `1/20`, not `https://…`. */
const absolutePath = /(?<![\w:/\\.])(?:file:\/\/|[A-Za-z]:(?=[\\/]))?(?:[\\/][^\s\\/"'`:;,()<>]+){2,}/g;

/** A text with only the last name of each absolute path in it: the rest says how somebody keeps their files. */
export function withoutPaths(text: string): string {
  return text.replace(absolutePath, (path) => `…/${path.split(/[\\/]/).at(-1)}`);
}
