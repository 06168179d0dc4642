import { XmlC14NMode, XmlDocument } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { verdictOf } from '#contract/e-invoice/verdict.ts'
import { canonicalXml } from '#server/e-document/canonical-xml.ts'
import { invoiceHash } from '#server/e-document/hash.ts'
import { qrCode, readQr } from '#server/e-document/qr.ts'
import { isSignatureOf, readStamp } from '#server/e-document/read-stamp.ts'
import { parseXml } from '#server/xml/parse-xml.ts'
import { attached, readEInvoice } from '#stand-in/read-e-invoice.ts'
import { loadSchema } from '#stand-in/schema-check.ts'
import { samples } from './samples.ts'

test('there are 19 official samples', () => expect(samples.length).toBe(19))

describe.each(samples)('$file', ({ xml, expected }) => {
  const root = parseXml(xml)
  const document = readEInvoice(root)
  const stamp = readStamp(root, xml)

  test('complies with the schema', async () => {
    const check = await loadSchema()
    expect(check(Buffer.from(xml))).toEqual([])
  })
  test('has the same canonical form as in libxml2', () => {
    const read = XmlDocument.fromString(xml)
    expect(canonicalXml(root)).toBe(read.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_1 }))
    read.dispose()
  })
  test('has the hash, the signature and the digests that we compute', () => {
    const hash = invoiceHash(xml)
    expect(hash).toBe(expected.invoice_hash_b64)
    expect(stamp?.hash).toBe(hash)
    expect(stamp && isSignatureOf(hash, stamp)).toBe(true)
    expect(stamp?.certificate_digest).toBe(stamp?.expected_certificate_digest)
    expect(stamp?.properties_digest).toBe(stamp?.expected_properties_digest)
    expect(stamp?.properties_digest).toBe(expected.signed_properties_digest)
    expect([stamp?.issuer, stamp?.serial]).toEqual([stamp?.certificate.issuer, stamp?.certificate.serial])
  })
  test('has the QR code that we compute, byte for byte', () => {
    const code = attached(root, 'QR', 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject') ?? ''
    const facts = {
      seller: document.seller.name ?? '',
      vat_number: document.seller.vat_number ?? '',
      time: `${document.issue_date}T${document.issue_time}`,
      payable: document.totals.payable,
      tax_sar: document.totals.tax_sar,
    }
    const made = qrCode(facts, {
      hash: invoiceHash(xml),
      signature: stamp?.signature ?? '',
      publicKey: stamp?.certificate.publicKeyDer ?? Buffer.alloc(0),
      authoritySignature: document.audience === 'simplified' ? (stamp?.certificate.authoritySignature ?? null) : null,
    })
    expect(readQr(made)).toEqual(readQr(code))
    expect(made).toBe(code)
    expect(
      readQr(code)
        ?.map(({ tag }) => tag)
        .join(),
    ).toBe(expected.qr_tags_present)
  })
  test('breaks none of our rules, except that samples in dollars have no exchange rate', () => {
    const { issues } = verdictOf(document, { today: '2026-11-25', stage: 'issued' })
    const expected = document.currency === 'USD' ? ['MIZAN-EXCHANGE-RATE exchange_rate'] : []
    expect(issues.map(({ rule, path }) => `${rule} ${path}`)).toEqual(expected)
  })
})
