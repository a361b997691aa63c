const english =
  'mr mrs ms dr prof st jr sr inc ltd co corp dept est etc vs approx appt apt ave blvd fig figs no nos vol vols ed eds eg ie cf al pp ' +
  'ch sec gov gen col capt lt sgt rev hon pres rep sen jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri';
const german =
  'abs art aufl bd bde bearb bzgl bzw ca dgl dh dipl ebd entspr erg evtl exkl ff fa fn frhr geb gem ges ggf ggfs hr hrn hrsg inkl ing ' +
  'insb insbes jh jg kap lfd lit max min mio mrd mwst nr nrn od phil prof rd rdnr rn rspr satz sog std str tel ua udgl ugs urspr usf usw ' +
  'vgl verf vorl wg zb zit ziff zt zzgl zzt betr bspw beschl beschr österr okt dez mär jän hon dr';
const italian =
  'sig sigg sigra dott dottssa ssa avv ing geom rag arch prof profssa ecc artt cfr cit op pag pagg par cap capp co lett ' +
  'nn num tel cod civ disp succ ss spa srl fatt rif gg gen ott dic giu lug ago sez tit vd es egr spett gent';
const french =
  'mme mlle mgr env art al ch chap éd édit p pp suiv cf réf fasc hab janv févr avr juil déc boul bd av tél sté ets';
const spanish =
  'sr sra srta srs sres dra dres dto dpto lic ing arq avda admón apdo art arts cap cía ee uu ej etc núm núms pág págs párr prov ref tel tít ud uds vol';

/** Words, in lower case and without dots, after which a full stop seldom ends a sentence. */
export const abbreviations: ReadonlySet<string> = new Set(
  [english, german, italian, french, spanish].flatMap((words) => words.split(' ')),
);

const months =
  'januar jänner februar märz april mai juni juli august september oktober november dezember ' +
  'january february march may june july october december ' +
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre ' +
  'janvier février mars avril juin juillet août septembre octobre novembre décembre ' +
  'jan feb mär apr jun jul aug sep sept okt nov dez';

/** Names of months, in lower case: a number with a full stop before one of them is a date. */
export const monthNames: ReadonlySet<string> = new Set(months.split(' '));

const ordinalWords =
  'am vom zum bis ab der die das den dem des im beim seit dieser diese jeder jede jedes art artikel kap kapitel abs absatz nr ziffer ' +
  'teil band klasse stufe und sowie oder';

/** German words, in lower case, after which a number with a full stop is an ordinal: `am 3.`, `der 2.`. */
export const ordinalSignals: ReadonlySet<string> = new Set(ordinalWords.split(' '));
