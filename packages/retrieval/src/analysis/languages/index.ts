import { arabic } from './arabic.ts';
import { armenian } from './armenian.ts';
import { danish } from './danish.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { finnish } from './finnish.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { greek } from './greek.ts';
import { hindi } from './hindi.ts';
import { hungarian } from './hungarian.ts';
import { indonesian } from './indonesian.ts';
import { irish } from './irish.ts';
import { italian } from './italian.ts';
import type { Language } from './language.ts';
import { lithuanian } from './lithuanian.ts';
import { nepali } from './nepali.ts';
import { norwegian } from './norwegian.ts';
import { portuguese } from './portuguese.ts';
import { romanian } from './romanian.ts';
import { russian } from './russian.ts';
import { serbian } from './serbian.ts';
import { spanish } from './spanish.ts';
import { swedish } from './swedish.ts';
import { tamil } from './tamil.ts';
import { turkish } from './turkish.ts';

export type { Language } from './language.ts';

/** All languages that are stemmed. */
export const languages: readonly Language[] = [
  english,
  german,
  italian,
  french,
  spanish,
  arabic,
  armenian,
  danish,
  dutch,
  finnish,
  greek,
  hindi,
  hungarian,
  indonesian,
  irish,
  lithuanian,
  nepali,
  norwegian,
  portuguese,
  romanian,
  russian,
  serbian,
  swedish,
  tamil,
  turkish,
];
