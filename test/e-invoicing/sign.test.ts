import { verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { exampleDocument } from '#contract/e-invoice/example-documents.ts'
import { sha256 } from '#server/e-document/hash.ts'
import { isSignatureOf, readStamp } from '#server/e-document/read-stamp.ts'
import { signDocument } from '#server/e-document/sign.ts'
import { writeXml } from '#server/e-document/write-xml.ts'
import { parseXml } from '#server/xml/parse-xml.ts'
import { createUnit } from './unit.ts'

const unit = createUnit()
const signing_time = '2026-11-20T11:05:09'
const document = exampleDocument('simplified')

test('signs the 32 bytes of the hash with the key of the unit', () => {
  const { xml, hash } = signDocument(document, { ...unit, signing_time })
  const stamp = readStamp(parseXml(xml), xml)
  expect(stamp && isSignatureOf(hash, stamp)).toBe(true)
  const signature = Buffer.from(stamp?.signature ?? '', 'base64')
  const key = unit.certificate.publicKey
  expect(verify('sha256', sha256(writeXml(document)), key, signature)).toBe(true)
  expect(verify('sha256', sha256(`${writeXml(document)} `), key, signature)).toBe(false)
})

test.each([
  ['the key of another unit', 'other_key', { ...unit, key: createUnit().key, signing_time }],
  ['an expired certificate', 'certificate_expired', { ...unit, signing_time: '2031-01-01T00:00:01' }],
  ['a certificate that is not valid yet', 'certificate_expired', { ...unit, signing_time: '2025-12-31T23:59:59' }],
])('nothing is stamped with %s', (_, fault, signer) => {
  expect(() => signDocument(document, signer)).toThrow(expect.objectContaining({ fault }))
})

test('refuses to stamp for a VAT number other than that of the certificate', () => {
  const other = exampleDocument('simplified')
  other.seller.vat_number = '310122393500013'
  expect(() => signDocument(other, { ...unit, signing_time })).toThrow(
    expect.objectContaining({ fault: 'other_vat_number' }),
  )
})

test('a text that looks like our markup stays text, and the stamp goes where it belongs', () => {
  const odd = exampleDocument('simplified')
  odd.notes = ['<cac:AccountingSupplierParty> $& <ext:UBLExtensions></ext:UBLExtensions> <cbc:ID>QR</cbc:ID>']
  const { xml } = signDocument(odd, { ...unit, signing_time })
  expect(parseXml(xml).children.slice(0, 1)).toMatchObject([{ name: 'ext:UBLExtensions' }])
})

test('a signed document does not contain the private key', () => {
  const { xml } = signDocument(document, { ...unit, signing_time })
  const secret = unit.key.export({ format: 'jwk' }).d ?? ''
  for (const encoding of ['base64', 'base64url', 'hex'] as const)
    expect(xml).not.toContain(Buffer.from(secret, 'base64url').toString(encoding))
})
