/** What is said of formats that Cubo knows and has no extractor for, by extension. */
export const unsupportedFormats: Readonly<Record<string, string>> = {
  '.doc': 'a Word document of before 2007',
  '.dot': 'a Word template of before 2007',
  '.xls': 'an Excel workbook of before 2007',
  '.ppt': 'a PowerPoint presentation of before 2007',
  '.xlsb': 'a binary Excel workbook',
  '.mobi': 'a Kindle book',
  '.pages': 'a Pages document',
  '.numbers': 'a Numbers spreadsheet',
  '.7z': 'a 7-Zip archive',
  '.rar': 'a RAR archive',
  '.gz': 'a gzip archive',
  '.tar': 'a tar archive',
  '.heic': 'an image',
  '.mp3': 'an audio recording',
  '.m4a': 'an audio recording',
  '.wav': 'an audio recording',
  '.ogg': 'an audio recording',
  '.mp4': 'a video',
  '.mov': 'a video',
  '.mkv': 'a video',
};

/** Those of them that are ZIP archives, unless a password protects them. */
export const zippedOfficeFormats: ReadonlySet<string> = new Set(['.xlsb']);
