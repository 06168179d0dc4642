import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { labelLayoutNames, labelLayouts } from '#contract/labels/label-layouts.ts'
import type { LabelsQuery } from '#contract/labels/product-labels.ts'
import { createPdfRenderer } from '#server/pdf/renderer.ts'
import { readPdf } from '../../test/harness/pdf-text.ts'
import { barKindOf, labelBarcode } from './bars.ts'
import { freeBarcode } from './give-barcodes.ts'
import { internalBarcodes } from './internal-barcode.ts'
import type { LabelFacts } from './label-facts.ts'
import { countedRows } from './labelled-goods.ts'
import { labelSheet, labelText, refuseUnprintable } from './product-labels.ts'

const renderer = createPdfRenderer({ take: (_owner, work) => work() })
beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  await prepareZXingModule({
    overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer },
    fireImmediately: true,
  })
})
afterAll(() => renderer.stop())

const coffee = (barcode: string, change: Partial<LabelFacts> = {}): LabelFacts => ({
  product_id: 1,
  product_unit_id: null,
  name: 'قهوة عربية 250 جم',
  name_en: 'Arabic coffee 250 g',
  apply_tax: true,
  product_price: '20',
  content: '1',
  unit: { name: 'قطعة', name_en: 'Piece', barcodes: [barcode], sale_price: null },
  ...change,
})
const options = {
  language: 'both',
  layout: 'sheet_3x8',
  first: 1,
  with_price: true,
  rate: '15',
  currency: { code: 'SAR', decimals: 2 },
  prices_include_tax: false,
  with_tax: { ar: 'شامل الضريبة', en: 'VAT included' },
} as const
const paperOf = async (
  facts: readonly LabelFacts[],
  counts: readonly number[],
  change: Partial<Pick<LabelsQuery, 'layout' | 'first'>> = {},
) => ({
  title: { ar: 'ملصقات المنتجات', en: 'Product labels' },
  number: '2026-11-28',
  created_at: '2026-11-28',
  organization: { name: 'شركة الأفق', name_en: null },
  label_sheet: await labelSheet(facts, counts, { ...options, ...change }),
  blocks: [],
  facts: [],
  columns: [],
  rows: [],
  totals: [],
})
/** The codes in the rendered picture, read as the camera of a phone reads them. */
async function codesIn(picture: Uint8Array): Promise<string[]> {
  const { data, info } = await sharp(Buffer.from(picture), { density: 240, limitInputPixels: false })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' }
  const found = await readBarcodes(pixels as never, {
    maxNumberOfSymbols: 255,
    formats: ['EAN13', 'EAN8', 'Code128'],
  })
  return found.filter(({ isValid }) => isValid).map(({ format, text }) => `${format} ${text}`)
}

test.each(labelLayoutNames)('the bars of %s read back as the barcodes that were printed', async (layout) => {
  const codes = ['6281000000014', '96385074', 'CH-1024', '2000000000015'].map((code) => coffee(code))
  const picture = await renderer.picture(0, await paperOf(codes, [1, 1, 1, 1], { layout }))
  expect((await codesIn(picture)).sort()).toEqual(
    ['Code128 CH-1024', 'EAN13 2000000000015', 'EAN13 6281000000014', 'EAN8 96385074'].sort(),
  )
})

test('labels begin at the first free one of a sheet, and fill as many sheets as they need', async () => {
  const { columns, rows } = labelLayouts.sheet_3x8
  const paper = await paperOf([coffee('6281000000014')], [columns * rows], { first: 24 })
  const { pages, text } = await readPdf(await renderer.render(0, paper))
  expect(pages).toBe(2)
  expect(text.split('\f')[0]?.match(/6281000000014/g)).toHaveLength(1)
  expect(text.split('\f')[1]?.match(/6281000000014/g)).toHaveLength(23)
})

test('a page of a roll is one label of its size', async () => {
  const paper = await paperOf([coffee('6281000000014')], [3], { layout: 'roll_50x25', first: 9 })
  const { pages, size, text } = await readPdf(await renderer.render(0, paper))
  expect(pages).toBe(3)
  expect([Math.round((size.width / 72) * 25.4), Math.round((size.height / 72) * 25.4)]).toEqual([50, 25])
  for (const page of [0, 1, 2]) expect(text.split('\f')[page]).toMatch(/Arabic coffee.*23\.00.*6281000000014/s)
})

describe('what a label says', () => {
  test.each([
    ['the tax is added to a price without tax', {}, {}, '23.00'],
    ['a price with tax is as it is', {}, { prices_include_tax: true }, '20.00'],
    ['what bears no tax costs its price', { apply_tax: false }, {}, '20.00'],
    ['a carton costs what it holds', { content: '12' }, {}, '276.00'],
    ['a price that was never entered is not printed', { product_price: '0' }, {}, null],
    ['no price is printed where none is options for', {}, { with_price: false }, null],
  ] as const)('%s', (_, facts, change, price) => {
    expect(labelText(coffee('1', facts), { ...options, ...change }).price).toBe(price)
  })
  test('it is in one language or in both, and what has one name says it once', () => {
    const names = (language: 'ar' | 'en' | 'both', change = {}) =>
      labelText(coffee('1', change), { ...options, language }).names
    expect(names('ar')).toEqual(['قهوة عربية 250 جم'])
    expect(names('en')).toEqual(['Arabic coffee 250 g'])
    expect(names('both')).toEqual(['قهوة عربية 250 جم', 'Arabic coffee 250 g'])
    expect(names('en', { name_en: null })).toEqual(['قهوة عربية 250 جم'])
  })
  test('words of tax are printed with a taxed price only', () => {
    expect(labelText(coffee('1'), options).note).toEqual(['شامل الضريبة', 'VAT included'])
    expect(labelText(coffee('1', { apply_tax: false }), options).note).toEqual([])
  })
})

describe('refusals', () => {
  const one = { name: 'قهوة', apply_tax: true, unit: { barcodes: ['1'] } }
  test.each([
    [
      'more than a file takes',
      [one],
      [2_401],
      ['15'],
      { code: 'too_many_labels', errors: { copies: expect.anything() } },
    ],
    [
      'a product without a barcode',
      [{ ...one, unit: { barcodes: [] } }],
      [1],
      ['15'],
      { code: 'label_without_barcode' },
    ],
    ['prices where the rate of tax is not known', [one], [1], ['5', '15'], { code: 'invalid_input' }],
  ] as const)('%s', (_, facts, counts, rates, refusal) => {
    expect(() => refuseUnprintable(facts, counts, rates)).toThrow(expect.objectContaining(refusal))
  })
  test('no rate is options for where no price with tax is printed', () => {
    expect(() => refuseUnprintable([one], [1], null)).not.toThrow()
    expect(() => refuseUnprintable([{ ...one, apply_tax: false }], [1], [])).not.toThrow()
  })
  test('a barcode that the label has no room for', async () => {
    const long = coffee('A-barcode-with-a-great-many-letters-and-signs-in-it')
    await expect(labelSheet([long], [1], { ...options, layout: 'roll_40x30' })).rejects.toMatchObject({
      code: 'barcode_too_long_for_label',
      errors: { layout: expect.anything() },
    })
  })
})

test('a label shows the trade number of several barcodes, and a number with a wrong check digit as Code 128', () => {
  expect(labelBarcode(['CH-1', '6281000000014'])).toBe('6281000000014')
  expect(labelBarcode(['CH-1', 'CH-2'])).toBe('CH-1')
  expect(['6281000000014', '6281000000015', '96385074', '9638507', '0036000291452'].map(barKindOf)).toEqual([
    'EAN13',
    'Code128',
    'EAN8',
    'Code128',
    'EAN13',
  ])
})

test('rows of a receipt are labels of the unit that they state, or of single pieces; a part of one is a whole label', () => {
  const came = [
    { product_id: 7, product_unit_id: 3, quantity: '24', unit_quantity: '2' },
    { product_id: 7, product_unit_id: null, quantity: '1.5', unit_quantity: null },
    { product_id: 7, product_unit_id: 3, quantity: '12', unit_quantity: '1' },
  ]
  expect(countedRows(came, false)).toEqual([
    { product_id: 7, product_unit_id: 3, count: 3 },
    { product_id: 7, product_unit_id: null, count: 2 },
  ])
  expect(countedRows(came, true)).toEqual([{ product_id: 7, product_unit_id: null, count: 38 }])
})

test('a given barcode is a trade number for use inside, of this product alone', () => {
  const owner = { product_id: 41, product_unit_id: null, name: 'كرسي' }
  const [first = '', second = ''] = internalBarcodes(owner)
  expect(first).toMatch(/^20\d{11}$/)
  expect(barKindOf(first)).toBe('EAN13')
  expect(internalBarcodes({ product_id: 9, product_unit_id: 41 })).not.toContain(first)
  expect(freeBarcode(owner, new Set([first]))).toBe(second)
  expect(() => freeBarcode(owner, new Set(internalBarcodes(owner)))).toThrow(
    expect.objectContaining({ code: 'no_barcode_left' }),
  )
})
