export { answerConfidence, leastAnswerConfidence } from './answer-confidence.ts';
export { type AnswerEvidence, answerEvidence } from './answer-evidence.ts';
