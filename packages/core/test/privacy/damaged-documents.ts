import { crc32 } from 'node:zlib';

/**
 * Documents that are read in part, or not at all, each with the word in its text and where parsers like to quote: in
 * what is not closed, not declared, or not a number.
 */
export function damagedDocuments(word: string): Readonly<Record<string, string | Buffer>> {
  const broken = `<?xml version="1.0"?><a><b ${word}="${word}>${word} &${word}; </${word}></a>`;
  const wrongNesting = `<?xml version="1.0"?><a>${word}<b>${word}</c>${word}</a>`;
  const unknownEntity = `<?xml version="1.0"?><a>${word} &${word}; &#x${word};</a>`;
  return {
    'whole.txt': `The word is ${word}.`,
    'encoding.txt': Buffer.concat([
      Buffer.from(`${word} é ${word} `),
      Buffer.from([0xff, 0xc3, 0x28]),
      Buffer.from(word),
    ]),
    'binary.txt': Buffer.from(`\0\0\0${word}\0\0`),
    'cells.ipynb': `{"cells": [${word}, "${word}`,
    'values.json': `{"${word}": ${word}, "b": [`,
    'lines.jsonl': `{"a": "${word}"}\n{"b": ${word}\n`,
    'rows.csv': `a;b\n"${word};${word}\n${word}`,
    'page.html': `<html><title>${word}</title><body><p>${word}<table><${word}>`,
    'notes.md': `---\ntitle: [${word}\n  - ${word}: : {\n---\n# ${word}\n\n\`\`\`${word}\n`,
    'letter.rtf': `{\\rtf1\\ansi ${word} {\\${word} {{{\\bin99999 ${word}`,
    'letter2.rtf': `${word}`,
    'paper.pdf': `%PDF-1.7\n1 0 obj << /Type /${word} /Root ${word} >>\ntrailer << /Root 1 0 R >>\nstartxref\n${word}`,
    'mail.eml': `Subject: ${word}\nContent-Type: multipart/mixed; boundary="${word}"\nDate: ${word}\n\n--${word}\nContent-Transfer-Encoding: base64\n\n${word}!!`,
    'mail2.eml': `${word} ${word}\n\n${word}`,
    'nested.eml': `Subject: a\n${nested(word, 300)}`,
    'page.mhtml': `Subject: ${word}\nContent-Type: multipart/related; boundary="${word}"\n\n--${word}\nContent-Type: text/html\n\n<p>${word}`,
    'page2.mhtml': `${word}`,
    'box.mbox': `${word}\n${word}`,
    'box2.mbox': `From a@b Mon Jan  1 00:00:00 2024\n${word}\n\n${word}`,
    'signed.p7m': Buffer.from(`0\x80${word}`),
    'mail.msg': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(word.repeat(60))]),
    'attachment.tnef': Buffer.concat([Buffer.from('789f3e22', 'hex'), Buffer.from(word.repeat(20))]),
    'flat.fodt': `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><office:body><${word}>${word}</office:body>`,
    'flat.fods': unknownEntity,
    'document.docx': zip({ '[Content_Types].xml': broken, 'word/document.xml': broken }),
    'document2.docx': zip({ ...office('word/document.xml'), 'word/document.xml': wrongNesting }),
    'document3.docx': zip({ ...office('word/document.xml'), 'word/document.xml': unknownEntity }),
    'document4.docx': Buffer.from(word.repeat(20)),
    'slides.pptx': zip({ ...office('ppt/presentation.xml'), 'ppt/presentation.xml': broken }),
    'sheets.xlsx': zip({ ...office('xl/workbook.xml'), 'xl/workbook.xml': wrongNesting }),
    'text.odt': zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': broken }),
    'sheets.ods': zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': wrongNesting }),
    'book.epub': zip({ mimetype: 'application/epub+zip', 'META-INF/container.xml': broken }),
    'archive.zip': zip({ 'inner.ipynb': `{"cells": ${word}`, 'inner.docx': word }),
    'cut.zip': zip({ 'inner.txt': word.repeat(50) }).subarray(0, 200),
    'code.bin': Buffer.from(`\0\0${word}`),
  };
}

/** Parts of mail in one another. */
function nested(word: string, depth: number): string {
  let text = '';
  for (let i = 0; i < depth; i++) text += `Content-Type: multipart/mixed; boundary="${word}${i}"\n\n--${word}${i}\n`;
  return `${text}\n${word}`;
}

/** What an office file needs to be taken for one: its main part, by its relations. */
function office(part: string): Record<string, string> {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  return {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}" Target="${part}"/></Relationships>`,
  };
}

/** An archive whose files are stored as they are. */
function zip(files: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const entry = [Buffer.from('PK\x03\x04', 'latin1'), facts, name, content];
    local.push(...entry);
    central.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, place, name);
    offset += entry.reduce((sum, { length }) => sum + length, 0);
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
