/** Elements of Office Math. */
export const r = (text: string, properties = '') => `<m:r><m:rPr>${properties}</m:rPr><m:t>${text}</m:t></m:r>`;
export const e = (...content: string[]) => `<m:e>${content.join('')}</m:e>`;
/** An element with properties and parts: `part('f', '', ['num', …], ['den', …])`. */
export const math = (name: string, properties: string, ...parts: (readonly [name: string, content: string])[]) =>
  `<m:${name}><m:${name}Pr>${properties}</m:${name}Pr>${parts.map(([part, content]) => `<m:${part}>${content}</m:${part}>`).join('')}</m:${name}>`;
export const fraction = (num: string, den: string, properties = '') =>
  math('f', properties, ['num', num], ['den', den]);
export const sup = (base: string, script: string) => math('sSup', '', ['e', base], ['sup', script]);
export const sub = (base: string, script: string) => math('sSub', '', ['e', base], ['sub', script]);
export const brackets = (content: string, properties = '') => math('d', properties, ['e', content]);
export const inline = (...content: string[]) => `<m:oMath>${content.join('')}</m:oMath>`;
export const display = (...formulas: string[]) =>
  `<m:oMathPara><m:oMathParaPr><m:jc m:val="center"/></m:oMathParaPr>${formulas.map((formula) => inline(formula)).join('')}</m:oMathPara>`;
