/** Arabic-Indic and Persian digits to Latin ones; everything else stays. */
export function foldDigits(value: string): string {
  return value.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
}

// C0 and C1 controls (but tab and line breaks), direction marks and overrides, zero-width characters except ZWNJ
// and ZWJ, soft hyphen, byte order mark, the tag block, and lone surrogates: none of them can be seen, all of
// them can disguise a name.
const invisible =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu

/** What is no text of a language, such as an address, a code or a number: also without joiners, which only shape letters. */
export const cleanCode = (value: string): string =>
  cleanText(value)
    .replace(/[\u200c\u200d]/g, '')
    .trim()

/** The parts of a list as people type it, on a Latin or an Arabic keyboard. */
export const listParts = (value: unknown): unknown =>
  typeof value === 'string'
    ? cleanCode(value)
        .split(/[\s,;،؛]+/)
        .filter(Boolean)
    : value

/** Text in stored form: NFC, without invisible and reordering characters. */
export function cleanText(value: string): string {
  return value.replace(invisible, '').normalize('NFC')
}

/**
 * What two spellings of a word have in common, for searching: those of an Arabic keyboard, and letters that Urdu and Farsi keyboards
 * have in their place. The SQL function `fold_text` does the same for stored rows; a test keeps the two alike.
 */
export const normalizeForSearch = (value: string): string =>
  foldSpellings(value).replace(/[یکہھۃەۀۂےۓ]/g, (letter) => ofArabicKeyboard[letter] ?? letter)

const ofArabicKeyboard: Readonly<Record<string, string>> = {
  ی: 'ي',
  ے: 'ي',
  ۓ: 'ي',
  ک: 'ك',
  ہ: 'ه',
  ھ: 'ه',
  ۃ: 'ه',
  ە: 'ه',
  ۀ: 'ه',
  ۂ: 'ه',
}

/**
 * Alef and hamza forms, taa marbuta, alef maqsura, tatweel and diacritics are folded, digits are Latin, letters lower case. Identities
 * that are stored as hashes of a text are made with it: it stays as it is.
 */
export function foldSpellings(value: string): string {
  return foldDigits(cleanText(value).normalize('NFKC'))
    .toLowerCase()
    .replace(/[\u064b-\u065f\u0670\u0640]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ؤ/g, 'و')
    .replace(/[ئى]/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/\s+/g, ' ')
    .trim()
}
