import { expect, test } from 'vitest';
import { languages } from '../../src/analysis/languages/index.ts';
import { createAnalyzer } from '../../src/index.ts';

const analyzer = createAnalyzer();
const terms = (text: string, language: string) => analyzer.analyze(text, { language });

test.each([
  ['pt', 'O gato dorme no sofá e não sonha com os ratos da casa.'],
  ['pt', 'Qual é o prazo de aviso prévio?'],
  ['nl', 'De kat slaapt op de bank en droomt van het eten.'],
  ['nl', 'Wat is de opzegtermijn van het contract?'],
  ['da', 'Hvad er opsigelsesvarslet i kontrakten?'],
  ['no', 'Katten sover på sofaen og drømmer ikke om mus, men vi har noe mat til deg.'],
  ['no', 'Hva er oppsigelsestiden i kontrakten?'],
  ['sv', 'Katten sover på soffan och drömmer inte om möss.'],
  ['sv', 'Hur lång är uppsägningstiden i avtalet?'],
  ['fi', 'Kissa nukkuu sohvalla ja näkee unta hiiristä, mutta se ei ole nälkäinen.'],
  ['fi', 'Mikä on vuokrasopimuksen irtisanomisaika?'],
  ['hu', 'A macska a kanapén alszik, és az egerekről álmodik.'],
  ['ro', 'Pisica doarme pe canapea și visează la șoareci.'],
  ['ro', 'Care este perioada de preaviz din contract?'],
  ['tr', 'Kedi kanepede uyuyor ve fareler için bir rüya görüyor.'],
  ['tr', 'Sözleşmenin fesih süresi ne kadar?'],
  ['lt', 'Katė miega ant sofos ir sapnuoja peles, bet ji nėra alkana.'],
  ['lt', 'Koks yra įspėjimo terminas pagal sutartį?'],
  ['ga', 'Tá an cat ina chodladh ar an tolg agus é ag brionglóideach faoi lucha.'],
  ['ga', 'Cad é an tréimhse fógra sa chonradh?'],
  ['id', 'Kucing itu tidur di sofa dan bermimpi tentang tikus.'],
  ['id', 'Berapa lama masa pemberitahuan dalam kontrak ini?'],
  ['sr', 'Мачка спава на каучу и сања о мишевима који су у кући.'],
  ['sr', 'Mačka spava na kauču i sanja o miševima koji su u kući.'],
  ['ru', 'Кошка спит на диване, и ей снятся мыши.'],
  ['ru', 'Какой срок уведомления указан в договоре?'],
  ['el', 'Η γάτα κοιμάται στον καναπέ και ονειρεύεται ποντίκια.'],
  ['el', 'Ποια είναι η προθεσμία καταγγελίας;'],
  ['hy', 'Կատուն քնում է բազմոցի վրա և երազում է մկների մասին։'],
  ['hy', 'Որքան է ծանուցման ժամկետը պայմանագրում և ինչու է այն այդպես։'],
  ['ar', 'تنام القطة على الأريكة وتحلم بالفئران.'],
  ['ar', 'ما هي مدة الإشعار في هذا العقد؟'],
  ['hi', 'बिल्ली सोफे पर सोती है और चूहों के सपने देखती है।'],
  ['hi', 'अनुबंध में नोटिस की अवधि क्या है?'],
  ['ne', 'बिरालो सोफामा सुत्छ र यो मुसाको सपना देख्छ भनेको छ।'],
  ['ne', 'सम्झौतामा सूचनाको अवधि कति हो र किन छ?'],
  ['ta', 'பூனை ஒரு மெத்தையில் தூங்குகிறது மற்றும் எலிகளைப் பற்றி கனவு காண்கிறது.'],
  ['ta', 'இந்த ஒப்பந்தத்தில் அறிவிப்பு காலம் என்ன?'],
  ['en', 'The cat sleeps on the sofa and dreams of mice.'],
  ['de', 'Die Katze schläft auf dem Sofa und träumt von Mäusen.'],
  ['fr', 'Le chat dort sur le canapé et rêve de souris.'],
  ['es', 'El gato duerme en el sofá y sueña con ratones.'],
  ['en', 'What is the notice period?'],
  ['de', 'Wie lang ist die Kündigungsfrist?'],
  ['it', 'Quanto dura il periodo di preavviso?'],
  ['es', '¿Cuál es el plazo de preaviso?'],
  ['fr', 'Quel est le délai de préavis ?'],
  ['und', 'El gat dorm al sofà i somia amb els ratolins de la casa.'],
  ['und', 'Кіт спить на дивані, і йому сняться миші.'],
  ['und', 'Котката спи на дивана и сънува мишки, които са в къщата.'],
  ['und', 'گربه روی مبل می‌خوابد و در خواب موش‌ها را می‌بیند.'],
  ['und', 'Kot śpi na kanapie i śni o myszach, które są w domu.'],
  ['und', 'Kočka spí na pohovce a zdá se jí o myších, které jsou v domě.'],
  ['und', 'Kass magab diivanil ja näeb und hiirtest, aga ta ei ole näljane.'],
  ['da', 'Hunden kunne ikke lide katten, og derfor blev den også sendt hjem efter en uge.'],
  ['hu', 'Mennyi ideig tart a felmondás, és mikor kell ezt közölni?'],
  ['no', 'Ho veit ikkje kva dei har gjort, men eg trur dei kom frå Bergen.'],
])('%s: %s', (language, text) => {
  expect(analyzer.detect(text)).toBe(language);
});

test('what two languages would say alike is neither', () => {
  expect(analyzer.detect('Katten sover på sofaen og drømmer ikke om mus.')).toBe('und');
});

// Stems of Snowball's own implementation in Python (snowballstemmer 2.2.0).
test.each([
  ['portuguese', 'reprodução reprodu · casas cas · falando fal · nacionalidade nacional'],
  ['dutch', 'katten kat · lopende lopend · mogelijkheden mogelijk · huizen huiz'],
  ['danish', 'kattene kat · friheden frihed · regeringens regering · løbende løb'],
  ['norwegian', 'kattene katt · friheten frihet · regjeringens regjering · havnens havn'],
  ['swedish', 'katterna katt · friheten frihet · regeringens regering · löpande löp'],
  ['finnish', 'taloissa talo · kirjoittaminen kirjoittamin · mahdollisuuksia mahdollisuuks · ystävälleni ystäv'],
  ['hungarian', 'házakban ház · gyermekekkel gyermek · szerződésből szerződés · macskákat macska'],
  ['romanian', 'pisicile pisic · contractelor contract · naționalitate național · vorbind vorb'],
  ['turkish', 'kediler kedi · evlerinden ev · kitaplarımız kitap · sözleşmenin sözleşme'],
  ['lithuanian', 'katinams katin · sutarties sutart · miestuose miest · gražiausias graž'],
  ['irish', 'gcaitíní caitíní · oibreacha oibreacha · bhfoclóir foclóir'],
  ['indonesian', 'pembelajaran ajar · mengatakan ata · perbuatannya buat'],
  ['serbian', 'мачкама mačk · градовима gradov · говорити govori'],
  ['russian', 'кошками кошк · городов город · договоренность договорен · скалярный скалярн'],
  ['greek', 'γάτες γατ · συμβόλαια συμβολαι · ευρωπαϊκής ευρωπαηκ'],
  ['armenian', 'կատուները կատուները · պայմանագրերի պայմանագր'],
  ['arabic', 'الكتابة كتاب · والمدرسون والمدرس · مكتبات مكتبا'],
  ['hindi', 'लड़कियाँ लड़क · किताबों किताब'],
  ['nepali', 'केटाहरु केटा'],
  ['tamil', 'பூனைகள் பூனை · மரங்களில் மரங்'],
])('%s is stemmed as by Snowball', async (name, pairs) => {
  const { stemmer } = await import(`@orama/stemmers/${name === 'hindi' ? 'indian' : name}`);
  for (const pair of pairs.split(' · ')) {
    const [word, stem] = pair.split(' ') as [string, string];
    expect(stemmer(word)).toBe(stem);
  }
});

test.each([
  ['pt', 'ação acao'],
  ['pt', 'reprodução reproducao'],
  ['es', 'investigación investigacion investigaciones'],
  ['nl', 'katten kat'],
  ['da', 'kattene kat'],
  ['nb', 'kattene katt'],
  ['nn', 'kattane katt'],
  ['sv', 'katterna katt'],
  ['fi', 'taloissa talo'],
  ['hu', 'szerződésből szerződés szerzodes'],
  ['ro', 'pisicile pisică pisica'],
  ['tr', 'KAPI kapı'],
  ['tr', 'İstanbul istanbul ISTANBUL'],
  ['lt', 'miestuose miestas'],
  ['ga', 'bhfoclóir foclóir'],
  ['id', 'pembelajaran ajar'],
  ['sr', 'мачкама мачка mačka macka'],
  ['hr', 'mačkama mačka'],
  ['ru', 'скалярный скалярная'],
  ['ru', 'ёлка елка ЁЛКИ'],
  ['el', 'γάτες γάτα γατα ΓΑΤΕΣ'],
  ['ar', 'المدرسة مدرسة مدرسه مَدْرَسَة مـدرسة'],
  ['ar', 'أحمد احمد'],
  ['hi', 'लड़कियाँ लड़की'],
  ['ne', 'केटाहरु केटा'],
  ['ta', 'பூனைகள் பூனை'],
])('%s: %s', (language, forms) => {
  const stems = forms.split(' ').map((word) => terms(word, language));
  expect(stems[0]).toHaveLength(1);
  for (const stem of stems) expect(stem).toEqual(stems[0]);
});

test('letters with a mark that makes them another one keep it', () => {
  expect(terms('бой', 'und')).not.toEqual(terms('бои', 'und'));
  expect(terms('їжа', 'und')).not.toEqual(terms('іжа', 'und'));
});

test('words that serve the grammar are told from each other, and are not indexed but in English', () => {
  for (const { code, functionWords, stopWords } of languages) {
    expect(functionWords.size, code).toBeGreaterThan(40);
    if (code !== 'en') expect(terms([...functionWords].join(' '), code), code).toEqual([]);
    expect(stopWords.size, code).toBeGreaterThan(30);
  }
});

test('the fingerprint says which languages are stemmed', () => {
  const codes = 'en,de,it,fr,es,ar,hy,da,nl,fi,el,hi,hu,id,ga,lt,ne,no,pt,ro,ru,sr,sv,ta,tr';
  expect(analyzer.fingerprint).toBe(`unicode-snowball@2:${codes}`);
});

test('the language of a query is one of those that the texts are in', () => {
  const kept = (query: string, ...tags: string[]) =>
    analyzer.analyzeQuery(query, { languages: tags }).map(({ text }) => text);
  // Danish or Norwegian, for all that is known.
  const query = 'Katten sover på sofaen og drømmer ikke om mus.';
  expect(kept(query, 'da', 'und')).toEqual(['Katten', 'sover', 'sofaen', 'drømmer', 'mus']);
  expect(kept(query, 'no', 'und')).toEqual(['Katten', 'sover', 'sofaen', 'drømmer', 'mus']);
  expect(kept(query, 'fi', 'und')).toContain('ikke');
});
