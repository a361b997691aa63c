/** A lease of a flat, Italian, four pages. */
export const leaseItalian = {
  title: 'Contratto di locazione ad uso abitativo',
  author: 'Studio Immobiliare Ferri',
  language: 'it',
  footer: (page, pages) => `Contratto di locazione, via dei Tigli 8, Bologna · pagina ${page} di ${pages}`,
  pages: [
    `# Contratto di locazione ad uso abitativo

Tra la sig.ra Lucia Ferri, nata a Modena il 4 maggio 1961 e residente a Bologna in via Saragozza 112, di seguito denominata locatrice, e il sig. Paolo Moretti, nato a Parma il 19 gennaio 1988, di seguito denominato conduttore, si conviene e si stipula quanto segue.

## Art. 1 – Oggetto

La locatrice concede in locazione al conduttore l'appartamento sito in Bologna, via dei Tigli 8, terzo piano, interno 7, composto da ingresso, soggiorno, cucina abitabile, due camere da letto, un bagno, un balcone e una cantina, per una superficie complessiva di 84 metri quadrati.

L'appartamento è consegnato non ammobiliato, ad eccezione della cucina, i cui elettrodomestici sono elencati nel verbale di consegna. L'attestato di prestazione energetica indica la classe D.

## Art. 2 – Durata

Il contratto ha la durata di quattro anni, dal 1° ottobre 2023 al 30 settembre 2027. Alla prima scadenza si rinnova per altri quattro anni, salvo disdetta della locatrice nei casi previsti dall'art. 3 della legge n. 431 del 1998.

## Art. 3 – Destinazione

L'immobile è destinato esclusivamente ad abitazione del conduttore e della sua famiglia. È vietata la sublocazione, anche parziale, senza il consenso scritto della locatrice.`,
    `## Art. 4 – Canone

Il canone annuo è di 10.200 euro, da pagare in dodici rate mensili anticipate di 850 euro ciascuna, entro il giorno 5 di ogni mese, mediante bonifico bancario. Il canone è aggiornato ogni anno nella misura del 75 per cento della variazione dell'indice ISTAT dei prezzi al consumo.

Il mancato pagamento, anche di una sola rata, decorsi venti giorni dalla scadenza costituisce motivo di risoluzione del contratto.

## Art. 5 – Deposito cauzionale

A garanzia degli obblighi assunti il conduttore versa un deposito di 2.550 euro, pari a tre mensilità, che non può essere imputato al canone. Il deposito produce gli interessi legali ed è restituito entro trenta giorni dalla riconsegna dell'immobile, dopo la verifica del suo stato.

## Art. 6 – Oneri accessori

Sono a carico del conduttore le spese per la pulizia delle scale, l'ascensore, il riscaldamento, l'acqua e la raccolta dei rifiuti. Il conduttore versa un acconto di 110 euro al mese; il conguaglio è dovuto entro sessanta giorni dalla presentazione del rendiconto condominiale.

Il conduttore ha diritto di voto, al posto della locatrice, nelle delibere dell'assemblea condominiale che riguardano il riscaldamento.`,
    `## Art. 7 – Recesso del conduttore

Il conduttore può recedere dal contratto in qualsiasi momento per gravi motivi. Il periodo di preavviso è di sei mesi; il recesso deve essere comunicato alla locatrice con lettera raccomandata con avviso di ricevimento o per posta elettronica certificata.

Il preavviso decorre dal primo giorno del mese successivo a quello in cui la locatrice riceve la comunicazione. Durante il preavviso il conduttore continua a pagare il canone e consente la visita dell'appartamento, due volte alla settimana, dalle ore 17 alle ore 19.

## Art. 8 – Manutenzione

Le piccole riparazioni, come quelle di rubinetti, serrature e tapparelle, sono a carico del conduttore; le riparazioni straordinarie spettano alla locatrice. La caldaia deve essere controllata ogni anno da un tecnico autorizzato, a spese del conduttore, il quale conserva il libretto dell'impianto.

## Art. 9 – Modifiche e migliorie

Il conduttore non può apportare modifiche ai locali senza il consenso scritto della locatrice. Le migliorie restano a vantaggio dell'immobile senza alcun compenso.

## Art. 10 – Riconsegna

Alla fine della locazione l'appartamento è riconsegnato nello stato in cui è stato ricevuto, salvo il normale deterioramento d'uso, e con le pareti tinteggiate di bianco.`,
    `## Art. 11 – Animali domestici

È consentito tenere un cane di piccola taglia oppure due gatti, nel rispetto del regolamento di condominio. Il conduttore risponde dei danni che gli animali arrecano alle parti comuni.

## Art. 12 – Assicurazione

Il conduttore stipula, entro trenta giorni dalla consegna, una polizza per i danni da incendio e da acqua con un massimale di almeno 250.000 euro e ne consegna copia alla locatrice.

## Art. 13 – Registrazione

Il contratto è registrato presso l'Agenzia delle Entrate a cura della locatrice entro trenta giorni. L'imposta di registro è divisa in parti uguali tra le parti; l'imposta di bollo è a carico del conduttore.

## Art. 14 – Controversie

Per ogni controversia le parti si rivolgono prima all'organismo di mediazione della Camera di commercio di Bologna. Il foro competente è quello di Bologna.

Letto, approvato e sottoscritto.

Bologna, 18 settembre 2023

La locatrice: Lucia Ferri

Il conduttore: Paolo Moretti`,
  ],
};
