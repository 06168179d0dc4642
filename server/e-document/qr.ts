/** The code's fields: tag, length in bytes, value, one after the other, in base64. */
export type QrField = { tag: number; value: Buffer }

/** The fields of phase 1: seller, VAT number, `<date>T<time>`, amount payable, VAT in riyals. */
export type QrFacts = { seller: string; vat_number: string; time: string; payable: string; tax_sar: string }
/** The fields that phase 2 adds. Only simplified documents have the authority's signature. */
export type QrStamp = { hash: string; signature: string; publicKey: Buffer; authoritySignature: Buffer | null }

/** Tags 1 to 5, and with a stamp up to 8 or 9. Throws RangeError for a value over 255 bytes; the rules refuse a longer name before. */
export function qrCode(facts: QrFacts, stamp: QrStamp | null = null): string {
  const values: Buffer[] = [facts.seller, facts.vat_number, facts.time, facts.payable, facts.tax_sar].map((text) =>
    Buffer.from(text),
  )
  // As in the official samples, hash and signature are written as base64 text, key and authority's signature as bytes.
  if (stamp) values.push(Buffer.from(stamp.hash), Buffer.from(stamp.signature), stamp.publicKey)
  if (stamp?.authoritySignature) values.push(stamp.authoritySignature)
  return Buffer.concat(values.map((value, index) => field(index + 1, value))).toString('base64')
}

function field(tag: number, value: Buffer): Buffer {
  if (value.length > 255) throw new RangeError(`Tag ${tag} of the code has ${value.length} bytes`)
  return Buffer.concat([Buffer.from([tag, value.length]), value])
}

/** The fields of a code. Null if the text is not a code. */
export function readQr(code: string): QrField[] | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(code)) return null
  const bytes = Buffer.from(code, 'base64')
  const fields: QrField[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at + 1]
    if (length === undefined || at + 2 + length > bytes.length) return null
    fields.push({ tag: bytes[at] as number, value: bytes.subarray(at + 2, at + 2 + length) })
    at += 2 + length
  }
  return fields
}
