import { type KeyObject, X509Certificate } from 'node:crypto'
import { readDer, readOid } from './der.ts'
import { hexDigest } from './hash.ts'

export type Certificate = {
  /** The base64 text of the DER: what `ds:X509Certificate` holds and what is digested. */
  text: string
  publicKey: KeyObject
  /** SubjectPublicKeyInfo: QR tag 8. */
  publicKeyDer: Buffer
  /** The authority's signature of the certificate: QR tag 9. */
  authoritySignature: Buffer
  /** base64 of the hex text of SHA-256 over `text`. */
  digest: string
  /** As the stamp names it: `CN=…, DC=…`. */
  issuer: string
  /** Decimal: the schema knows no hex. */
  serial: string
  /** The names of the unit inside the alternative name, by object identifier. */
  unit: ReadonlyMap<string, string>
  valid_from: Date
  valid_to: Date
}

export const unitNames = {
  serial: '2.5.4.4',
  vat_number: '0.9.2342.19200300.100.1.1',
  kinds: '2.5.4.12',
  address: '2.5.4.26',
  industry: '2.5.4.15',
} as const

/** Reads a certificate from the base64 text of its DER. Throws where it is none. */
export function readCertificate(text: string): Certificate {
  const der = Buffer.from(text, 'base64')
  const x509 = new X509Certificate(der)
  const [whole] = readDer(der)
  const [body, , signature] = readDer(whole?.content ?? Buffer.alloc(0))
  if (!body || !signature) throw new TypeError('No certificate')
  return {
    text: der.toString('base64'),
    publicKey: x509.publicKey,
    publicKeyDer: x509.publicKey.export({ type: 'spki', format: 'der' }),
    authoritySignature: signature.content.subarray(1),
    digest: hexDigest(der.toString('base64')),
    issuer: x509.issuer.split('\n').reverse().join(', '),
    serial: BigInt(`0x${x509.serialNumber}`).toString(),
    unit: namesOf(body.content),
    valid_from: new Date(x509.validFrom),
    valid_to: new Date(x509.validTo),
  }
}

/** The token of the platform is the base64 text in base64 once more. */
export const certificateOfToken = (token: string): Certificate =>
  readCertificate(Buffer.from(token, 'base64').toString('latin1'))

/** The directory name of subjectAltName (2.5.29.17), wherever it is in these bytes: a request has it deeper than a certificate. */
export function namesOf(bytes: Uint8Array): Map<string, string> {
  for (const value of readDer(bytes)) {
    const isConstructed = (value.tag & 0x20) !== 0
    if (!isConstructed) continue
    const [id, ...rest] = value.tag === 0x30 ? readDer(value.content) : []
    if (id?.tag === 0x06 && readOid(id) === '2.5.29.17') return directoryName(rest.at(-1)?.content ?? Buffer.alloc(0))
    const inner = namesOf(value.content)
    if (inner.size > 0) return inner
  }
  return new Map()
}

function directoryName(bytes: Uint8Array): Map<string, string> {
  const names = new Map<string, string>()
  const [general] = readDer(bytes)
  const [choice] = readDer(general?.content ?? Buffer.alloc(0))
  const [list] = readDer(choice?.content ?? Buffer.alloc(0))
  for (const relative of readDer(list?.content ?? Buffer.alloc(0)))
    for (const pair of readDer(relative.content)) {
      const [id, value] = readDer(pair.content)
      if (id && value) names.set(readOid(id), value.content.toString('utf8'))
    }
  return names
}
