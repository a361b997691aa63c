/** House rules of a block of flats, German, four pages. */
export const houseRulesGerman = {
  title: 'Hausordnung Lindenhof',
  author: 'Wohnungsgenossenschaft Lindenhof eG',
  language: 'de',
  footer: (page, pages) => `Wohnungsgenossenschaft Lindenhof eG · Hausordnung · Seite ${page} von ${pages}`,
  pages: [
    `# Hausordnung Lindenhof

Gültig ab 1. Januar 2024 für die Häuser Lindenstraße 2 bis 16 in Leipzig.

## § 1 Geltung

Diese Hausordnung ist Bestandteil des Nutzungsvertrags. Sie gilt für alle Mitglieder, ihre Angehörigen und ihre Gäste. Verstöße werden zunächst schriftlich abgemahnt; im Wiederholungsfall kann die Genossenschaft das Nutzungsverhältnis gemäß § 543 Abs. 3 BGB kündigen.

## § 2 Gemeinsame Räume

Treppenhäuser, Flure und Kellergänge sind Fluchtwege und müssen frei bleiben. Schuhe, Möbel und Fahrräder dürfen dort nicht abgestellt werden. Kinderwagen und Rollatoren stehen im Raum neben dem Aufzug, Fahrräder im Fahrradkeller der Häuser 6 und 12.

Der Gemeinschaftsraum in Haus 8 kann für Feiern gemietet werden. Die Gebühr beträgt 40 Euro je Abend, die Kaution 100 Euro. Anmeldungen nimmt Frau Öztürk im Büro entgegen, spätestens zwei Wochen vorher.

## § 3 Schlüssel

Jede Wohnung erhält drei Haustürschlüssel und zwei Briefkastenschlüssel. Der Verlust eines Schlüssels ist sofort zu melden, weil sonst der Tausch der Schließanlage bezahlt werden muss.`,
    `## § 4 Ruhezeiten

Die Nachtruhe gilt von 22 Uhr bis 6 Uhr, die Mittagsruhe von 13 Uhr bis 15 Uhr. An Sonntagen und gesetzlichen Feiertagen ist ganztägig Ruhe zu halten.

Während der Ruhezeiten sind Geräte auf Zimmerlautstärke einzustellen. Bohren, Hämmern und Sägen sind nur werktags von 8 Uhr bis 12 Uhr und von 15 Uhr bis 19 Uhr erlaubt. Musikinstrumente dürfen höchstens zwei Stunden am Tag gespielt werden, Schlagzeug gar nicht.

Feiern in der Wohnung sind den Nachbarn drei Tage vorher durch einen Aushang anzukündigen. Auch dann endet die laute Musik um 22 Uhr.

## § 5 Waschküche und Trockenboden

Die Waschküche ist montags bis samstags von 7 Uhr bis 21 Uhr geöffnet. Die Waschtage werden in die Liste an der Tür eingetragen, höchstens zwei Wochen im Voraus. Nach dem Waschen sind die Maschinen auszuwischen und das Flusensieb zu reinigen.

Wäsche darf auf dem Trockenboden längstens zwei Tage hängen. In den Wohnungen soll große Wäsche nicht getrocknet werden, damit kein Schimmel entsteht.`,
    `## § 6 Müll

Restmüll wird dienstags, Papier jeden zweiten Donnerstag und Biomüll freitags abgeholt. Sperrmüll darf erst am Abend vor dem vereinbarten Termin an die Straße gestellt werden. Die Abholung meldet jedes Mitglied selbst bei der Stadtreinigung an.

Glas gehört in die Behälter an der Ecke Lindenstraße und Auenweg, jedoch nicht zwischen 20 Uhr und 7 Uhr und nicht an Sonntagen.

## § 7 Heizen und Lüften

Die Wohnungen sind in der kalten Jahreszeit mindestens dreimal täglich fünf Minuten mit weit geöffneten Fenstern zu lüften. Gekippte Fenster kühlen die Wände aus. Auch bei Abwesenheit darf die Temperatur nicht unter 15 Grad sinken.

Die Heizperiode dauert vom 1. Oktober bis zum 30. April. Störungen der Heizung nimmt der Notdienst unter der Nummer 0341 5550 117 rund um die Uhr entgegen.

## § 8 Haustiere

Kleintiere wie Hamster, Fische und Wellensittiche sind ohne Erlaubnis gestattet. Hunde und Katzen bedürfen der schriftlichen Zustimmung des Vorstands. Hunde sind im Haus und im Hof an der Leine zu führen.`,
    `## § 9 Balkone und Garten

Auf den Balkonen darf mit Strom oder Gas gegrillt werden, von April bis September einmal im Monat und nur nach Ankündigung. Holzkohle ist verboten. Blumenkästen hängen an der Innenseite der Brüstung.

Die Beete im Hof werden von der Gartengruppe gepflegt, die sich am ersten Samstag im Monat um 10 Uhr trifft. Der Spielplatz ist bis 20 Uhr geöffnet.

## § 10 Winterdienst

Den Winterdienst auf den Gehwegen übernimmt die Firma Krüger. Vor den Hauseingängen streuen die Bewohner des Erdgeschosses im wöchentlichen Wechsel, werktags bis 7 Uhr, sonntags bis 9 Uhr. Streugut steht im Keller von Haus 4.

## § 11 Schäden

Schäden am Haus oder in der Wohnung sind dem Büro unverzüglich zu melden. Bei Wasserschäden ist der Haupthahn zu schließen; er befindet sich in jedem Haus im ersten Kellerraum links. Bei Gasgeruch sind sofort die Fenster zu öffnen und die Stadtwerke unter 0341 5550 110 anzurufen.

Leipzig, 4. Dezember 2023

Der Vorstand: Jörg Weiß, Annemarie Schäfer`,
  ],
};
