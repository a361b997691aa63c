import { parseXml, type XmlElement } from '../../src/imports/text/parse-xml.ts';

/** An XML text, which must be well-formed; all elements of a name in it, in their order. */
export function elementsOf(xml: string, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const waiting: XmlElement[] = [parseXml(xml)];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (element.name === name) found.push(element);
    waiting.push(...element.children.filter((child): child is XmlElement => typeof child !== 'string').reverse());
  }
  return found;
}
