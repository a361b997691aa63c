/** The manual of a circulation pump, German, with headings and a table. */
export const pumpManualGerman = {
  title: 'Betriebsanleitung Umwälzpumpe UP 25-60',
  author: 'Brightwater Instruments Ltd.',
  language: 'de',
  blocks: [
    { heading: 1, text: 'Betriebsanleitung Umwälzpumpe UP 25-60' },
    {
      text: 'Diese Anleitung gehört zur Pumpe und muss an ihrem Einsatzort aufbewahrt werden. Sie richtet sich an Fachkräfte der Heizungstechnik und, in den Kapiteln 3 und 5, auch an Betreiber.',
    },
    { heading: 2, text: '1 Sicherheit' },
    {
      text: 'Arbeiten an der elektrischen Anlage dürfen nur Elektrofachkräfte ausführen. Vor jeder Arbeit ist die Pumpe allpolig vom Netz zu trennen und gegen Wiedereinschalten zu sichern. Die Oberfläche kann im Betrieb bis zu 95 °C heiß werden; es besteht Verbrennungsgefahr.',
    },
    {
      text: 'Die Pumpe darf nicht trocken laufen. Sie ist für Heizungswasser nach VDI 2035 und für Gemische mit höchstens 40 % Glykol zugelassen, nicht aber für Trinkwasser.',
    },
    { heading: 2, text: '2 Einbau' },
    {
      text: 'Die Pumpe wird spannungsfrei und mit waagerechter Welle eingebaut. Der Pfeil auf dem Gehäuse zeigt die Fließrichtung. Vor und hinter der Pumpe sind Absperrventile vorzusehen, damit sie ohne Entleeren der Anlage getauscht werden kann.',
    },
    {
      text: 'Die Überwurfmuttern werden mit 85 Nm angezogen. Der Abstand zur Wand beträgt mindestens 100 mm, die Umgebungstemperatur höchstens 40 °C.',
    },
    { heading: 2, text: '3 Bedienung' },
    {
      text: 'Mit der Taste an der Vorderseite wird die Betriebsart gewählt: konstante Drehzahl (Stufe I bis III), proportionaler Druck oder Automatik. Ab Werk ist die Automatik eingestellt; sie passt sich innerhalb von sieben Tagen an die Anlage an.',
    },
    {
      text: 'Leuchtet die Anzeige grün, so läuft die Pumpe ohne Störung. Blinkt sie rot, so zeigt die Zahl der Blinkzeichen den Fehler an (siehe Kapitel 6).',
    },
    { heading: 2, text: '4 Technische Daten' },
    {
      rows: [
        ['Größe', 'Wert', 'Bemerkung'],
        ['Nennspannung', '230 V, 50 Hz', 'Schutzklasse I'],
        ['Leistungsaufnahme', '5 bis 45 W', 'Energieeffizienzindex 0,18'],
        ['Förderhöhe', 'höchstens 6,2 m', 'bei 20 °C'],
        ['Förderstrom', 'höchstens 3,4 m³/h', ''],
        ['Betriebsdruck', 'höchstens 10 bar', ''],
        ['Mediumtemperatur', '2 bis 95 °C', 'kurzzeitig 110 °C'],
        ['Gewicht', '2,6 kg', 'mit Isolierschale'],
      ],
    },
    { heading: 2, text: '5 Wartung' },
    {
      text: 'Der Schmutzfilter vor der Pumpe wird alle sechs Monate gereinigt, bei neuen Anlagen zum ersten Mal nach vier Wochen. Dazu werden beide Absperrventile geschlossen und das Sieb unter fließendem Wasser ausgespült.',
    },
    {
      text: 'Einmal im Jahr, am besten vor der Heizperiode, sind die Anschlüsse auf Dichtheit und das Kabel auf Schäden zu prüfen. Die Dichtungen werden nach acht Jahren ersetzt.',
    },
    {
      text: 'Nach langem Stillstand kann die Welle festsitzen. Die Pumpe erkennt dies und versucht fünfmal, sich mit erhöhter Kraft zu lösen.',
    },
    { heading: 2, text: '6 Störungen' },
    {
      rows: [
        ['Blinkzeichen', 'Ursache', 'Abhilfe'],
        ['1', 'Welle blockiert', 'Pumpe ausschalten, Welle mit dem Schraubendreher lösen'],
        ['2', 'Unterspannung', 'Netzspannung prüfen; sie muss mindestens 195 V betragen'],
        ['3', 'Trockenlauf', 'Anlage füllen und entlüften'],
        ['4', 'Übertemperatur der Elektronik', 'Abkühlen lassen, Umgebung belüften'],
        ['5', 'Elektronik defekt', 'Pumpe tauschen, Kundendienst anrufen'],
      ],
    },
    { heading: 2, text: '7 Gewährleistung und Entsorgung' },
    {
      text: 'Die Gewährleistung beträgt 24 Monate ab Kauf, bei Registrierung der Seriennummer 36 Monate. Sie erlischt, wenn das Gehäuse geöffnet wurde.',
    },
    {
      text: 'Die Pumpe gehört nicht in den Hausmüll. Sie wird vom Händler oder von der Sammelstelle der Gemeinde kostenlos zurückgenommen.',
    },
  ],
};
