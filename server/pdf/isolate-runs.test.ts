import { expect, test } from 'vitest'
import { isolateRuns } from './isolate-runs.ts'

/** Isolates are written as ⟨…⟩. */
const shown = (text: string) => isolateRuns(text).replaceAll('\u2066', '⟨').replaceAll('\u2069', '⟩')

test.each([
  ['شاشة 24-inch من 3M', 'شاشة ⟨24-inch⟩ من ⟨3M⟩'],
  ['ورق A4-80g (50)', 'ورق ⟨A4-80g (50)⟩'],
  ['ورق (50) للطباعة', 'ورق ⟨(50)⟩ للطباعة'],
  ['(50 ورقة)', '(50 ورقة)'],
  ['علبة (عدد A-50)', 'علبة (عدد ⟨A-50⟩)'],
  ['هاتف +966 11 123 4567.', 'هاتف ⟨+966 11 123 4567⟩.'],
  ['خصم 10%-5%، ثم 15%', 'خصم ⟨10%-5%⟩، ثم ⟨15%⟩'],
  ['من 2026-01-01 – 2026-11-26', 'من ⟨2026-01-01⟩ – ⟨2026-11-26⟩'],
  ['من 2026-01-01 2026-11-26', 'من ⟨2026-01-01⟩ ⟨2026-11-26⟩'],
  ['برمجة C++ و #12-A', 'برمجة ⟨C++⟩ و ⟨#12-A⟩'],
  ['الرصيد -5.00 والباقي (1.50)', 'الرصيد ⟨-5.00⟩ والباقي ⟨(1.50)⟩'],
  ['بـ24-inch', 'بـ⟨24-inch⟩'],
  ['مقاس "24-inch"', 'مقاس ⟨"24-inch"⟩'],
  ['بهوية الهيئة A4 - شد 50 ورقة', 'بهوية الهيئة ⟨A4⟩ - شد 50 ورقة'],
  ['خصم / 10%-5% من 10 - 20', 'خصم / ⟨10%-5%⟩ من 10 - 20'],
  ['راجع Filter / Housing (page 2).', 'راجع ⟨Filter / Housing (page 2)⟩.'],
  ['كرسي "Deluxe" chair, 24-inch. (black)', 'كرسي ⟨"Deluxe" chair, 24-inch. (black)⟩'],
  ['2026-01-01 – 2026-11-26', '⟨2026-01-01⟩ – ⟨2026-11-26⟩'],
  ['ص.ب 1234-5678 الرياض', 'ص.ب ⟨1234-5678⟩ الرياض'],
  ['شركة الأفق للتجارة', 'شركة الأفق للتجارة'],
  ['24-inch monitor (50)', '24-inch monitor (50)'],
  ['', ''],
])('marks the left-to-right runs of %s', (text, marked) => expect(shown(text)).toBe(marked))

test('changes nothing but the marks in any text', () => {
  for (const text of [') أ ( 1-', '«A-1» و "ب"', '((أ-1', '- – · أ', 'أ "'])
    expect(isolateRuns(text).replace(/[\u2066\u2069]/g, '')).toBe(text)
})
