/** All collections of study material, each with the version of its records that is written. */
export const studyCollections: Readonly<Record<string, number>> = {
  'study.event': 1,
  'study.deck': 1,
  'study.card': 1,
  'study.schedule': 1,
  'study.review': 1,
  'study.quiz': 1,
  'study.question': 1,
  'study.attempt': 1,
  'study.workshop': 1,
  'study.lesson': 1,
  'study.mind-map': 1,
  'study.mind-map-node': 1,
};
