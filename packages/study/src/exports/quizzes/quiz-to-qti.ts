import type { QuizQuestion } from '../../quiz/quiz-question.ts';
import { escapeXml } from '../text/escape-xml.ts';
import { zipFiles } from '../text/zip-files.ts';
import type { ExportedQuiz } from './exported-quiz.ts';
import { qtiItem } from './qti-item.ts';
import { lomDifficulties, qtiNamespace } from './qti-names.ts';

/**
 * A quiz as an IMS QTI 2.2 package: a zip archive with a manifest, a test and one item for each question. Topic and
 * difficulty stand in the manifest, as metadata of the items (IEEE LOM).
 */
export function quizToQti({ title, questions }: ExportedQuiz): Uint8Array {
  const items = questions.map((question, index) => ({
    question,
    identifier: `item-${index + 1}`,
    href: `items/item-${index + 1}.xml`,
  }));
  return zipFiles({
    'imsmanifest.xml': manifest(items),
    'test.xml': test(title, items),
    ...Object.fromEntries(items.map(({ question, href }) => [href, qtiItem(question)])),
  });
}

interface Item {
  readonly question: QuizQuestion;
  readonly identifier: string;
  readonly href: string;
}

function manifest(items: readonly Item[]): string {
  const resources = items.map(
    ({ question, identifier, href }) =>
      `    <resource identifier="${identifier}" type="imsqti_item_xmlv2p2" href="${href}">${metadata(question)}<file href="${href}"/></resource>`,
  );
  const dependencies = items.map(({ identifier }) => `<dependency identifierref="${identifier}"/>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:imsmd="http://ltsc.ieee.org/xsd/LOM" identifier="manifest">',
    '  <metadata><schema>QTIv2.2 Package</schema><schemaversion>1.0.0</schemaversion></metadata>',
    '  <organizations/>',
    '  <resources>',
    `    <resource identifier="test" type="imsqti_test_xmlv2p2" href="test.xml"><file href="test.xml"/>${dependencies.join('')}</resource>`,
    ...resources,
    '  </resources>',
    '</manifest>',
    '',
  ].join('\n');
}

function metadata({ topic, difficulty }: QuizQuestion): string {
  if (topic === undefined && difficulty === undefined) return '';
  const general =
    topic === undefined
      ? ''
      : `<imsmd:general><imsmd:keyword><imsmd:string>${escapeXml(topic)}</imsmd:string></imsmd:keyword></imsmd:general>`;
  const educational =
    difficulty === undefined
      ? ''
      : `<imsmd:educational><imsmd:difficulty><imsmd:source>LOMv1.0</imsmd:source><imsmd:value>${lomDifficulties[difficulty]}</imsmd:value></imsmd:difficulty></imsmd:educational>`;
  return `<metadata><imsmd:lom>${general}${educational}</imsmd:lom></metadata>`;
}

function test(title: string, items: readonly Item[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<assessmentTest xmlns="${qtiNamespace}" identifier="test" title="${escapeXml(title)}">`,
    '  <testPart identifier="part-1" navigationMode="nonlinear" submissionMode="individual">',
    `    <assessmentSection identifier="section-1" title="${escapeXml(title)}" visible="true">`,
    ...items.map(({ identifier, href }) => `      <assessmentItemRef identifier="${identifier}" href="${href}"/>`),
    '    </assessmentSection>',
    '  </testPart>',
    '</assessmentTest>',
    '',
  ].join('\n');
}
