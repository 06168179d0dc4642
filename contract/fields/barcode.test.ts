import { expect, test } from 'vitest'
import { barcodeList, barcodeOf } from './barcode.ts'

test.each([
  ['a trade number of thirteen digits', '6281000000014', '6281000000014'],
  ['a trade number of twelve digits as one of thirteen', '036000291452', '0036000291452'],
  ['twelve digits that are no trade number as they are', '123456789013', '123456789013'],
  ['Arabic digits as Latin ones', '٦٢٨١٠٠٠٠٠٠٠١٤', '6281000000014'],
  ['letters as they are printed', ' Ab-1/x ', 'Ab-1/x'],
])('writes %s', (_, scanned, written) => {
  expect(barcodeOf(scanned)).toBe(written)
})

test.each([
  ['a text with commas and lines', '6281000000014, A-1\nA-1', ['6281000000014', 'A-1']],
  ['both forms of one number once', ['036000291452', '0036000291452'], ['0036000291452']],
  ['nothing where a form sends nothing', '', []],
  ['numbers of a program', [6281000000014], ['6281000000014']],
])('reads %s', (_, sent, read) => {
  expect(barcodeList.parse(sent)).toEqual(read)
})

test('leaves the barcodes of a record that are not named', () => {
  expect(barcodeList.parse(undefined)).toBeUndefined()
})

test.each([
  ['a number that a spreadsheet shortened', '6.28E+12'],
  ['letters that no scanner sends', 'كرسي'],
  ['more than fifty characters', 'A'.repeat(51)],
])('refuses %s', (_, sent) => {
  const { success, error } = barcodeList.safeParse(sent)
  expect(success).toBe(false)
  expect(error?.issues).toMatchObject([{ path: [], message: 'invalid_barcode' }])
})
