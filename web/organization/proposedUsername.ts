const letters: Readonly<Record<string, string>> = {
  ا: 'a',
  أ: 'a',
  إ: 'i',
  آ: 'a',
  ب: 'b',
  ت: 't',
  ث: 'th',
  ج: 'j',
  ح: 'h',
  خ: 'kh',
  د: 'd',
  ذ: 'dh',
  ر: 'r',
  ز: 'z',
  س: 's',
  ش: 'sh',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'z',
  ع: 'a',
  غ: 'gh',
  ف: 'f',
  ق: 'q',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  و: 'w',
  ي: 'y',
  ى: 'a',
  ة: 'a',
  ؤ: 'o',
  ئ: 'y',
  ء: '',
}
/** Words that say what it is, not which one. */
const kinds = new Set(['شركة', 'مؤسسة', 'مجموعة', 'مكتب', 'company', 'co', 'est', 'the', 'llc', 'ltd'])
const most = 30

/** A short Latin name for a new organization: of its first two telling words. Empty where nothing Latin comes of them. */
export function proposedUsername(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !kinds.has(word))
  return words
    .map((word) => [...word].map((letter) => letters[letter] ?? letter).join(''))
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
    .filter(Boolean)
    .slice(0, 2)
    .join('-')
    .slice(0, most)
}
