/** A term and what it is. */
export interface Definition {
  readonly term: string;
  readonly definition: string;
}

const article = {
  en: String.raw`(?:(?:An?|The)\s+)?`,
  de: String.raw`(?:(?:Eine?|Der|Die|Das)\s+)?`,
  it: String.raw`(?:(?:Il|Lo|La|I|Gli|Le|Uno?|Una)\s+|(?:L|Un)['’]\s?)?`,
  fr: String.raw`(?:(?:Le|La|Les|Une?|Des)\s+|L['’]\s?)?`,
  es: String.raw`(?:(?:El|La|Los|Las|Una?)\s+)?`,
} as const;

/** A term has no punctuation, and few words; it may name its abbreviation. */
const term = String.raw`(?<term>[\p{L}\p{N}“„"«][^,;:.!?()]{1,58}?(?:\s\([^()]{2,20}\))?)`;
const rest = '(?<definition>.+)';

/** How languages say what something is: the article of the term, and what is said between it and its definition. */
const forms: Readonly<Record<string, readonly RegExp[]>> = {
  en: [
    pattern(`^${article.en}${term}\\s+(?:is|are)\\s+defined\\s+as\\s+${rest}$`),
    pattern(`^${article.en}${term}\\s+(?:refers?\\s+to|means?|denotes?|stands\\s+for)\\s+${rest}$`),
    pattern(`^${article.en}${term}\\s+(?:is|are)\\s+(?<definition>(?:an?|the|any|one\\s+of)\\s.+)$`),
    pattern(`^By\\s+${term}\\s+is\\s+meant\\s+${rest}$`),
  ],
  de: [
    pattern(`^Unter\\s+(?:(?:einem|einer|dem|der|den)\\s+)?${term}\\s+versteht\\s+man\\s+${rest}$`),
    pattern(`^Als\\s+${term}\\s+bezeichnet\\s+man\\s+${rest}$`),
    pattern(`^Als\\s+${term}\\s+(?:wird|werden)\\s+(?<definition>.+)\\s+bezeichnet\\.$`),
    pattern(`^${article.de}${term}\\s+(?:bezeichne[nt]|bedeute[nt]|beschreib(?:t|en))\\s+${rest}$`),
    pattern(
      `^${article.de}${term}\\s+(?:ist|sind)\\s+(?<definition>(?:ein(?:e[rs]?)?|der|die|das|jede[rs]?|alle)\\s.+)$`,
    ),
  ],
  it: [
    pattern(`^(?:Per|Con)\\s+${term},?\\s+(?:si\\s+intend(?:e|ono)|s['’]intende)\\s+${rest}$`),
    pattern(`^Si\\s+(?:chiama|definisce)\\s+${term}\\s+(?<definition>(?:l['’]|un['’]|(?:il|lo|la|un|uno|una)\\s).+)$`),
    pattern(`^${article.it}${term}\\s+(?:indica(?:no)?|significa|designa(?:no)?)\\s+${rest}$`),
    pattern(
      `^${article.it}${term}\\s+(?:è|sono)\\s+(?<definition>(?:(?:uno?|una|il|lo|la|i|gli|le)\\s|l['’]|un['’]).+)$`,
    ),
  ],
  fr: [
    pattern(`^Par\\s+${term},?\\s+on\\s+entend\\s+${rest}$`),
    pattern(`^On\\s+appelle\\s+${term}\\s+(?<definition>(?:l['’]|(?:une?|le|la|les|tout|toute)\\s).+)$`),
    pattern(`^${article.fr}${term}\\s+(?:désigne(?:nt)?|signifie(?:nt)?)\\s+${rest}$`),
    pattern(`^${article.fr}${term}\\s+(?:est|sont)\\s+(?<definition>(?:l['’]|(?:une?|le|la|les|des)\\s).+)$`),
  ],
  es: [
    pattern(`^Se\\s+entiende\\s+por\\s+${term}\\s+(?<definition>(?:el|la|los|las|una?|todo|toda)\\s.+)$`),
    pattern(`^Se\\s+(?:denomina|llama)\\s+${term}\\s+al?\\s+${rest}$`),
    pattern(`^${article.es}${term}\\s+(?:significan?|designan?|se\\s+definen?\\s+como)\\s+${rest}$`),
    pattern(`^${article.es}${term}\\s+(?:es|son)\\s+(?<definition>(?:una?|el|la|los|las)\\s.+)$`),
  ],
};

const mostTermWords = 5;
/** Its last word has a capital letter, or is no word. */
const germanNoun = /(?:^|[\s„“"(-])(?:\p{Lu}|\d)[^\s]*$/u;
const shortestDefinition = 15;
const longestDefinition = 240;
const fewestDefinitionWords = 3;

/** What begins like a term and is none: pronouns, adverbs, questions, a reason or condition. */
const noTerm =
  /^(?:(?:the|an?|der|die|das|den|dem|il|lo|la|i|gli|le|les|el|los|las|dies|es|er|sie|bis|hier|dort|so|nun|jetzt|heute|dann|damit|dabei|dazu)$|(?:bis|darüber|innerhalb|außerhalb|seitdem|ebenso|streng\s?genommen|eine[rs]?\s(?:der|des|dieser)|während|nach|vor|durch|gegen|ohne|trotz|wegen|laut|neben|zwischen|über|unter|zum|zur|daher|deshalb|allerdings|jedoch|insgesamt|del|dello|della|dei|degli|delle|dal|dalla|nei|negli|nelle|du|des|al|alla|puesto|deciding|what|who|which|where|when|how|why|if|one|there|here|all|most|some|many|each|every|not|no|only|other|others|another|as|in|on|at|for|by|with|from|to|of|since|although|while|because|among|also|next|first|second|third|last|our|my|your|both|it|this|that|these|was|wer|welche[rs]?|wo|wann|wie|warum|wenn|man|alle|viele|manche|einige|jede[rs]?|nicht|kein|keine|nur|als|in|im|am|an|auf|für|bei|mit|von|zu|seit|obwohl|weil|da|auch|ziel|aufgabe|grund|che|chi|quale|dove|quando|come|perché|se|tutti|molti|alcuni|ogni|non|nessuno|solo|in|nel|nella|per|con|da|di|anche|uno degli|que|qui|quel|quelle|où|quand|comment|pourquoi|si|tous|beaucoup|certains|chaque|dans|pour|avec|par|de|en|quien|cual|donde|cuando|como|todos|muchos|algunos|cada|para|con|por)(?![\p{L}]))/iu;
/** Words that stand for what was said before: what they are is no definition. */
const reference =
  /^(?:(?:main|primary|clearest|best|simplest)\s|(?:example|result|reason|cause|purpose|goal|aim|difference|name|answer|beispiel|lehrbuchbeispiel|grund|hauptgrund|ziel|zweck|ergebnis|ursache|folge|unterschied|name|risultato|causa|scopo|esempio|motivo|nome|ragione|razón|ejemplo|resultado|objetivo|nombre|raison|résultat|exemple|nom)(?!\p{L}))/iu;
/** Words that begin a clause: what holds one is a sentence, and no term. */
const clause = /(?:^|\s)(?:that|which|whether|who|if|there|che|que|qui|dass|ob|si|se)(?!\p{L})/iu;
/** Words that others must follow. */
const openEnd =
  /\s(?:of|by|for|to|in|on|at|from|the|an?|with|and|or|as|than|that|von|der|die|das|den|dem|mit|für|und|oder|im|in|di|del|della|e|o|de|du|des|la|le|les|el|los|las|y|per|pour|para|con|par)$/iu;
/** The first words of a definition that only goes on about something said elsewhere. */
const noDefinition =
  /^(?:(?:that|che|que|dass|another|an?\sother|un['’]?\s?altr[oa]|otr[oa]s?|une?\sautre|un[ao]?\sotr[oa]|ein(?:e[nr]?)?\s(?:andere|weitere)[nrs]?)(?!\p{L})|(?:the|der|die|das|la|le|il|el)\s+(?:same|following|case|first|last|only|most|best|worst|main|reason|next|gleiche|folgende|erste|letzte|einzige|beste|même|suivante?|seule?|stess[oa]|seguente|prim[oa]|mism[oa]|siguiente|primer[oa]?)(?!\p{L}))/iu;

/** The definition that a sentence gives, by the forms of its language, or of all where it is not known. */
export function definitionIn(sentence: string, language: string): Definition | undefined {
  const known = forms[language];
  const [first = sentence] = sentence.split(/(?<=\p{L}{3}[.!?])\s+(?=\p{Lu})/u);
  for (const form of known ?? Object.values(forms).flat()) {
    const groups = form.exec(first)?.groups;
    const found = groups && sound(groups as unknown as Definition);
    // What is defined in German is a noun.
    if (found !== undefined && (language !== 'de' || germanNoun.test(found.term))) return found;
  }
  return undefined;
}

/** Lines like `Term: what it is`: a mark of a list or not, the term bold or not. */
const line =
  /^[^\S\n]*(?:[-*+•▪◦]\s+|\d{1,2}[.)]\s+)?(?<mark>\*\*|__)?(?<term>[\p{L}\p{N}][^:*\n]{1,50}?)(?:(?::\s*)?\k<mark>|(?<!\*\*|__))(?:\s*:\s|\s+[–—]\s|(?<=:\*\*|:__)\s*)(?<definition>[^\n]+)$/gmu;

/** Names of lines that define nothing. */
const label =
  /^(?:[\d.]+\s|note|hint|tip|warning|important|caution|example|figure|fig|table|source|see|date|author|title|tel|phone|fax|e-?mail|url|hinweis|achtung|wichtig|beispiel|abbildung|abb|tabelle|tab|quelle|siehe|datum|autor|titel|frage|antwort|question|answer|q|a|nota|esempio|figura|tabella|fonte|exemple|tableau|ejemplo|tabla|fuente|version|page|seite|isbn|doi|abstract|keywords|summary|copyright|from|to|subject|von|an|betreff)\b/iu;

/** In a passage at least so many lines of that form make a list of terms, unless the terms are bold. */
const fewestLines = 3;

/** The terms that lines of a passage define, with where the lines stand. */
export function definitionLines(text: string): (Definition & { readonly start: number; readonly end: number })[] {
  const found = [...text.matchAll(line)].flatMap((match) => {
    const { mark, ...groups } = match.groups as { mark?: string; term: string; definition: string };
    const definition = label.test(groups.term) ? undefined : sound(groups);
    const start = match.index + (match[0].length - match[0].trimStart().length);
    return definition === undefined
      ? []
      : [{ ...definition, isBold: mark !== undefined, start, end: match.index + match[0].trimEnd().length }];
  });
  const isList = found.length >= fewestLines;
  return found.filter(({ isBold }) => isBold || isList).map(({ isBold: _, ...definition }) => definition);
}

/** Whether words name nothing: they begin like a question or an adverb, or end in a preposition. */
export function isNoTerm(term: string): boolean {
  return noTerm.test(term) || openEnd.test(term) || reference.test(term) || clause.test(term) || isQuoteOpen(term);
}

function isQuoteOpen(term: string): boolean {
  return /["“”„«»]/.test(term.replace(/"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»/g, ''));
}

function sound({ term: given, definition }: Definition): Definition | undefined {
  const found = {
    term: given.replace(/^["“„«](.*)["”“»]$/u, '$1').trim(),
    definition: definition.trim().replace(/\s*;$/, '.'),
  };
  const words = found.term.split(/\s+/).length;
  if (
    words > mostTermWords ||
    found.term.length < 2 ||
    isNoTerm(found.term) ||
    !/^[^[\]]*\p{L}{2}[^[\]]*$/u.test(found.term)
  )
    return undefined;
  if (
    found.definition.length > longestDefinition ||
    found.definition.length < shortestDefinition ||
    found.definition.split(/\s+/).length < fewestDefinitionWords
  )
    return undefined;
  return noDefinition.test(found.definition) || /…|\.{3}|\[/.test(found.definition) ? undefined : found;
}

function pattern(source: string): RegExp {
  return new RegExp(source, 'u');
}
