/** `All of the above` and the like, which has to stay behind the others. */
const every = [
  /^(?:all|every one) of (?:the|these|them)\b/,
  /^all (?:the )?(?:above|options|answers)\b/,
  /^(?:alle|alles) (?:davon|(?:der )?(?:oben )?genannten?|(?:der )?(?:obigen )?(?:antworten|aussagen|optionen))/,
  /^toutes? (?:les|ces) (?:réponses|propositions|options)/,
  /^todas (?:las|as) (?:anteriores|opciones|respuestas|opções|respostas|alternativas)/,
  /^tutte le (?:precedenti|risposte|opzioni)/,
];
const none = [
  /^none of (?:the|these|them)\b/,
  /^(?:keine|nichts|keines) (?:davon|der|von)/,
  /^aucune? (?:de|des) /,
  /^ninguna? de (?:las|los|estas)/,
  /^nenhuma? das /,
  /^nessuna? (?:delle|di) /,
];

/** Options that name others by their letters: `Both A and B`. */
const lettered = /(?<![\p{L}\p{N}])[A-F] *(?:,|\/|&|and|or|und|oder|et|ou|y|o|e) *[A-F](?![\p{L}\p{N}])/u;

/** Whether an option says that all others are right. */
export function isEveryOption(option: string): boolean {
  return every.some((pattern) => pattern.test(option.toLowerCase()));
}

/** Whether an option speaks of all those before it, so that it has to be the last. */
export function isLastOption(option: string): boolean {
  return isEveryOption(option) || none.some((pattern) => pattern.test(option.toLowerCase()));
}

/** Whether an option names others by where they stand, so that none may be moved. */
export function namesOthers(option: string): boolean {
  return lettered.test(option);
}
