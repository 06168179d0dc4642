import { readFileSync } from 'node:fs'
import { XmlC14NMode, XmlDocument } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { exampleDocument, exampleNames } from '#contract/e-invoice/example-documents.ts'
import { invoiceHash, sha256 } from '#server/e-document/hash.ts'
import { signDocument } from '#server/e-document/sign.ts'
import { writeXml } from '#server/e-document/write-xml.ts'
import { parseXml } from '#server/xml/parse-xml.ts'
import { readEInvoice } from '#stand-in/read-e-invoice.ts'
import { loadSchema } from '#stand-in/schema-check.ts'
import { createUnit } from './unit.ts'

const golden = new URL('./golden/', import.meta.url)
const unit = createUnit()
const signing_time = '2026-11-20T11:05:09'

const canonical = (xml: string) => {
  const read = XmlDocument.fromString(xml)
  const text = read.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_1 })
  read.dispose()
  return text
}

describe.each(exampleNames)('%s', (name) => {
  const document = exampleDocument(name)
  const xml = writeXml(document)

  test('is written as it was', () => {
    expect(xml).toBe(readFileSync(new URL(`${name}.xml`, golden), 'utf8'))
  })
  test('complies with the schema, stamped and bare', async () => {
    const check = await loadSchema()
    expect(check(Buffer.from(xml))).toEqual([])
    expect(check(Buffer.from(signDocument(document, { ...unit, signing_time }).xml))).toEqual([])
  })
  test('is written in canonical form', () => expect(canonical(xml)).toBe(xml))
  test('is read back as the same document', () => {
    // The reason for no tax is written once for a category, not on the line.
    const rows = document.rows.map((row) => ({ ...row, exemption_code: null }))
    expect(readEInvoice(parseXml(xml))).toEqual({ ...document, rows })
  })
  test('has the same hash with and without its stamp', () => {
    const signed = signDocument(document, { ...unit, signing_time })
    expect(signed.hash).toBe(sha256(xml).toString('base64'))
    expect(invoiceHash(signed.xml)).toBe(signed.hash)
  })
  test('has no empty element, except a missing buyer', () => {
    const empty = [...xml.matchAll(/<([\w:]+)(?: [^>]*)?><\/\1>/g)].map(([, element]) => element)
    expect(empty).toEqual(document.buyer ? [] : ['cac:AccountingCustomerParty'])
  })
})

test.each([
  'عربي & <وسم> "اقتباس" \'فاصلة\'',
  'a\rb\r\nc\td',
  '\u2028\u2029\u0085\u00a0 end ',
  '🧾 فاتورة 𝒳',
  ']]> &amp; &#13; <!-- -->',
])('is canonical with the text %j, and reads it back', (text) => {
  const document = exampleDocument('standard')
  document.notes = [text]
  document.seller.name = text
  ;(document.rows[0] as { name: string }).name = text
  const xml = writeXml(document)
  expect(canonical(xml)).toBe(xml)
  expect(readEInvoice(parseXml(xml)).notes).toEqual([text])
  expect(readEInvoice(parseXml(xml)).rows[0]?.name).toBe(text)
})

test('a unit code and a scheme are escaped as canonical XML escapes attributes', () => {
  const document = exampleDocument('standard')
  ;(document.rows[0] as { unit: string }).unit = 'a"b<c>&\t\n\r'
  const xml = writeXml(document)
  expect(canonical(xml)).toBe(xml)
})

test('refuses characters that XML cannot contain', () => {
  const document = exampleDocument('standard')
  document.notes = ['a\u0000b']
  expect(() => writeXml(document)).toThrow(TypeError)
})

test('a buyer with a VAT number has no other identifier, except a national identity', () => {
  const document = exampleDocument('standard')
  const withIdentifier = (scheme: string, value: string) => {
    document.buyer = { ...(document.buyer as NonNullable<typeof document.buyer>), identifier: { scheme, value } }
    return readEInvoice(parseXml(writeXml(document))).buyer?.identifier
  }
  expect(withIdentifier('CRN', '1010711252')).toBeNull()
  expect(withIdentifier('NAT', '1010711252')).toEqual({ scheme: 'NAT', value: '1010711252' })
})

test.each([
  ['third_party', '0110000'],
  ['nominal', '0101000'],
  ['summary', '0100010'],
  ['government', '010000001'],
] as const)('a transaction of the kind %s has the code %s, and is read back', async (kind, code) => {
  const document = exampleDocument('standard')
  document.flags[kind] = true
  const xml = writeXml(document)
  expect(xml).toContain(`name="${code}"`)
  expect(readEInvoice(parseXml(xml)).flags).toEqual(document.flags)
  expect((await loadSchema())(Buffer.from(xml))).toEqual([])
})
