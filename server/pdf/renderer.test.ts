import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createFairTurns } from '#server/core/fair-turns.ts'
import { readPdf } from '../../test/harness/pdf-text.ts'
import type { PdfPaper } from './paper.ts'
import { createPdfRenderer } from './renderer.ts'

const queue = createFairTurns<number>(
  { running: 1, runningOfOne: 1, waiting: 9, waitingOfOne: 9, patience_ms: 60_000 },
  () => new Error('too many'),
)
const renderer = createPdfRenderer({ take: (_owner, work) => queue.take(0, work) })
afterAll(() => renderer.stop())

const rowOf = (index: number) => [
  String(index + 1),
  { text: 'قهوة عربية <b> & "x"', below: 'Arabic coffee' },
  '3',
  '45.50',
  '15%',
  '156.98',
]
const paper = (rows: number): PdfPaper => ({
  title: { ar: 'فاتورة ضريبية', en: 'Tax Invoice' },
  number: 'INV-2026-000001',
  created_at: '2026-11-25',
  organization: { name: 'شركة الأفق للتجارة', name_en: 'Horizon Trading' },
  blocks: [
    {
      title: { ar: 'البائع', en: 'Seller' },
      name: 'شركة الأفق للتجارة',
      name_en: 'Horizon Trading',
      facts: [{ label: { ar: 'الرقم الضريبي', en: 'VAT number' }, value: '310122393500003' }],
    },
    { title: { ar: 'المشتري', en: 'Buyer' }, name: 'مؤسسة الربيع', name_en: null, facts: [] },
  ],
  facts: [{ label: { ar: 'تاريخ الفاتورة', en: 'Invoice date' }, value: '2026-11-25' }],
  columns: [
    { label: { ar: '#', en: '#' }, kind: 'figure', width: 'content' },
    { label: { ar: 'الصنف', en: 'Item' }, kind: 'text', width: 'share' },
    ...(['الكمية Quantity', 'السعر Price', 'النسبة Rate', 'الإجمالي Total'] as const).map((name) => {
      const [ar = '', en = ''] = name.split(' ')
      return { label: { ar, en }, kind: 'figure' as const, width: 'content' as const }
    }),
  ],
  rows: Array.from({ length: rows }, (_, index) => rowOf(index)),
  totals: [{ label: { ar: 'الإجمالي', en: 'Total' }, value: '156.98', isGrand: true }],
  words: { ar: 'فقط مائة وستة وخمسون ريالاً لا غير', en: 'One hundred fifty-six riyals only' },
  qr: 'AQxCb2JzIFJlY29yZHM=',
  files: [{ name: 'invoice.xml', mime: 'text/xml', description: 'invoice', content: '<Invoice>١</Invoice>' }],
})
const textOf = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1')

test('sets a paper as PDF/A-3b with its fonts and its file inside', async () => {
  const pdf = textOf(await renderer.render(1, paper(3)))
  expect(pdf.startsWith('%PDF-1.7')).toBe(true)
  expect(pdf).toContain('<pdfaid:part>3</pdfaid:part>')
  expect(pdf).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
  expect(pdf).toContain('/AFRelationship')
  expect(pdf).toContain('invoice.xml')
  expect(pdf).toMatch(/\/FontFile[23]?/)
  expect(pdf).toContain('/OutputIntents')
})

test('sets the same paper as the same bytes', async () => {
  const [one, two] = [await renderer.render(1, paper(2)), await renderer.render(1, paper(2))]
  expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true)
})

test('sets a long paper on several pages, and many papers at once', async () => {
  const [long, ...others] = await Promise.all([
    renderer.render(1, paper(90)),
    ...[1, 2, 3].map((rows) => renderer.render(1, paper(rows))),
  ])
  expect(textOf(long as Uint8Array).match(/\/Type\s*\/Page\b(?!s)/g)?.length).toBeGreaterThan(2)
  expect(others).toHaveLength(3)
})

test('a document that cannot be typeset fails alone; the next one succeeds', async () => {
  const broken = { ...paper(1), created_at: 'never' }
  await expect(renderer.render(1, broken)).rejects.toThrow()
  expect((await renderer.render(1, paper(1))).length).toBeGreaterThan(1_000)
})

/** Names of workers' shops, contractors and promotions; the last ones have letters or marks that no font has. */
const texts = [
  '中建公司',
  '한국 건설',
  '日本語',
  'বাংলা',
  'தமிழ்',
  'മലയാളം',
  'हिन्दी',
  'සිංහල',
  'ไทย',
  'አማርኛ',
  'Ελλ Кир Ş',
  'عرض ✅ خاص',
  '🎉 🇸🇦 👨‍👩‍👧 👍🏽 ❤️',
  '㎡ ① → ☕ ⭐ ﷼',
  'a⃝ 1️⃣',
  'Z̷̧͚a̶l̸g̵o',
  '𐎀 ࿂ \u{e000} \u{10ffff}',
]

test('sets every text that is accepted, as PDF and as picture, with a substitute for what no font has', async () => {
  const own = paper(1)
  const said: PdfPaper = {
    ...own,
    organization: { name: texts.join(' '), name_en: null },
    footer: texts.join(' '),
    rows: texts.map((text) => ['1', { text, below: text }, '1', '1', '15%', '1.15']),
    notes: [{ label: { ar: 'ملاحظات', en: 'Notes' }, value: texts.join('\n') }],
  }
  for (const one of [said, { ...said, is_receipt: true }, ...texts.map((footer) => ({ ...own, footer }))])
    expect((await renderer.render(1, one)).length).toBeGreaterThan(1_000)
  expect((await renderer.picture(1, said)).length).toBeGreaterThan(1_000)
})

test('shows every page in a picture of several', async () => {
  const picture = Buffer.from(await renderer.picture(1, paper(60)))
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const half = (info.width * info.height) / 2
  for (const page of [data.subarray(0, half), data.subarray(half)]) expect(page.some((grey) => grey < 64)).toBe(true)
})

/** Names and notes in which digits, signs and foreign words meet Arabic; each is found in the text of the paper as it was typed. */
const mixed = ['24-inch monitor', 'شاشة 24-inch من 3M', 'ورق A4-80g (50)', '(50)', 'C++', '-5%', 'See INV-1 (page 2)']

test.each([false, true])(
  'keeps foreign words, codes and days in order on an Arabic paper; receipt: %s',
  async (is_receipt) => {
    const own = paper(1)
    const said: PdfPaper = {
      ...own,
      is_receipt,
      rows: mixed.map((text) => ['1', text, '1', '1', '15%', '1.15']),
      footer: 'من 2026-01-01 – 2026-11-26 هاتف +966 11 123-4567',
    }
    const { text } = await readPdf(await renderer.render(1, said))
    for (const run of ['24-inch monitor', '24-inch', '3M', 'A4-80g (50)', '(50)', 'C++', '-5%', 'See INV-1 (page 2)'])
      expect(text, run).toContain(run)
    for (const run of ['2026-01-01', '2026-11-26', '+966 11 123-4567']) expect(text, run).toContain(run)
    expect(text).not.toMatch(/inch-24|inch monitor-24|80g-A4|\+\+C|%5-|2-INV/)
  },
)

test('has Arabic text that programs find: letters joined in one sign, and no mark of direction', async () => {
  const name = 'شركة المشتري لتجارة الأثاث والإضاءة'
  const own = paper(1)
  const { text } = await readPdf(await renderer.render(1, { ...own, organization: { name, name_en: '3M Trading' } }))
  // The harness puts the words of a line from left to right.
  for (const word of [...name.split(' '), 'ضريبية', 'الإجمالي']) expect(text, word).toContain(word)
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  expect(textOf(await renderer.render(1, own))).not.toContain('/Direction /R2L')
})

test('sets columns of one group below one head, and the sign of the riyal', async () => {
  const group = { ar: 'الحركة', en: 'الحركة' }
  const figure = { kind: 'figure', width: 'content' } as const
  const { text } = await readPdf(
    await renderer.render(1, {
      ...paper(0),
      columns: [
        { label: { ar: 'الحساب', en: 'الحساب' }, kind: 'text', width: 'share' },
        ...['مدين', 'دائن'].map((word) => ({ label: { ar: word, en: word }, group, ...figure })),
      ],
      rows: [[{ text: 'النقد', indent: 2 }, '1.00', '2.00']],
      totals: [{ label: { ar: 'الإجمالي', en: 'Total' }, value: '⃁ 156.98' }],
    }),
  )
  expect(text.match(/الحركة/g)).toHaveLength(1)
  expect(text).toContain('⃁ 156.98')
})
