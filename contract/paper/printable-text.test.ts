import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { printableRanges } from '../../scripts/papers/generate-printable-ranges.ts'
import { printableText, unprintable } from './printable-text.ts'

test('the ranges are what the fonts of the papers have', () => {
  expect(readFileSync(new URL('printable-ranges.ts', import.meta.url), 'utf8')).toBe(printableRanges())
})

test.each(['شركة الأفق ١٢٣ ﷺ', 'Horizon 1,234.50 ﷼ €', '中建公司', 'عرض ✅ خاص', 'हिन्दी ไทย', '👨‍👩‍👧', 'a\u200d\tb'])(
  '%s prints as it is',
  (text) => {
    expect(unprintable(text)).toEqual([])
    expect(printableText(text)).toBe(text)
  },
)

test('a character that no font has prints as a substitute, and is named once', () => {
  expect(printableText('شركة 𐎀𐎀 ح')).toBe('شركة □□ ح')
  expect(unprintable('شركة 𐎀𐎀 \u{e000}')).toEqual(['𐎀', '\u{e000}'])
})

test('a circle around a letter is left out, because no font draws both', () => {
  expect(printableText('a\u20dd 1\ufe0f\u20e3')).toBe('a 1\ufe0f')
})

test('the last resort is what the family of the papers has', () =>
  expect(printableText('شركة 中', 'own')).toBe('شركة □'))
