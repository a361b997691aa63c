import { foldName, type Written } from './read-value.ts';

/**
 * What models call the properties of a question, folded. Asked for English names, small ones translate them where the
 * sources are in another language.
 */
const names = {
  kind: ['kind', 'type', 'questiontype', 'art', 'typ', 'tipo'],
  question: [
    ...['question', 'questiontext', 'statement', 'stem', 'prompt', 'frage', 'fragetext', 'aussage'],
    ...['pregunta', 'enunciado', 'domanda', 'affermazione', 'affirmation', 'pergunta'],
  ],
  options: [
    ...['options', 'choices', 'alternatives', 'answeroptions', 'answerchoices', 'answers', 'optionen', 'antworten'],
    ...['antwortmoglichkeiten', 'antwortoptionen', 'opciones', 'opzioni', 'opcoes', 'choix', 'reponses', 'respuestas'],
    ...['risposte', 'alternativas'],
  ],
  correct: [
    ...['correct', 'correctindex', 'correctanswerindex', 'answerindex', 'correctoptionindex', 'correctoption'],
    ...['correctanswer', 'correctindexes', 'correctindices', 'correctanswers', 'correctoptions', 'iscorrect', 'istrue'],
    ...['answer', 'rightanswer', 'solution', 'richtig', 'korrekt', 'richtigeantwort', 'richtigeantworten', 'antwort'],
    ...['losung', 'correcta', 'correcto', 'respuesta', 'respuestacorrecta', 'corretta', 'rispostacorretta', 'risposta'],
    ...['bonnereponse', 'reponsecorrecte', 'reponse', 'respostacorreta', 'resposta'],
  ],
  explanation: [
    ...['explanation', 'rationale', 'why', 'reason', 'correction', 'erklarung', 'begrundung', 'explication'],
    ...['explicacion', 'spiegazione', 'explicacao'],
  ],
  difficulty: ['difficulty', 'level', 'schwierigkeit', 'difficulte', 'dificultad', 'difficolta'],
  text: ['text', 'cloze', 'clozetext', 'sentence', 'luckentext', 'satz', 'texte', 'phrase', 'texto', 'frase', 'testo'],
  blanks: [
    ...['blanks', 'gaps', 'answers', 'answer', 'blank', 'correct', 'correctanswer', 'correctanswers', 'solutions'],
    ...[
      'solution',
      'lucken',
      'antworten',
      'antwort',
      'losungen',
      'losung',
      'huecos',
      'respuestas',
      'trous',
      'reponses',
    ],
    ...['lacune', 'risposte'],
  ],
  answer: [
    ...['answer', 'modelanswer', 'sampleanswer', 'correctanswer', 'idealanswer', 'antwort', 'musterantwort', 'losung'],
    ...['respuesta', 'risposta', 'reponse', 'resposta'],
  ],
  keyPoints: [
    ...['keypoints', 'points', 'keypoint', 'rubric', 'criteria', 'kernpunkte', 'stichpunkte', 'puntosclave'],
    ...['puntichiave', 'pointscles'],
  ],
  value: [
    'value',
    'answer',
    'correct',
    'correctanswer',
    'number',
    'result',
    'wert',
    'antwort',
    'zahl',
    'valor',
    'valore',
    'valeur',
  ],
  tolerance: ['tolerance', 'margin', 'toleranz', 'tolerancia', 'tolleranza'],
  unit: ['unit', 'units', 'einheit', 'unite', 'unidad', 'unita', 'unidade'],
} as const;

/** What can be known of a question. */
export type FieldName = keyof typeof names;

/** The values that an object has for a field by any of its names, the best name first. */
export function fieldValues(value: Written, field: FieldName): unknown[] {
  const entries = new Map<string, unknown>();
  for (const [name, content] of Object.entries(value)) {
    const folded = foldName(name);
    if (!entries.has(folded) && content !== undefined && content !== null) entries.set(folded, content);
  }
  return names[field].filter((name) => entries.has(name)).map((name) => entries.get(name));
}

/** The value that an object has for a field by the best of its names. */
export function fieldValue(value: Written, field: FieldName): unknown {
  return fieldValues(value, field)[0];
}
