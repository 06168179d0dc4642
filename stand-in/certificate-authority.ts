import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { bits, ia5, integer, octets, oid, sequence, set, tagged, truth, utcTime, utf8 } from '#server/e-document/der.ts'
import type { CertificateRequest } from './read-request.ts'

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))
const component = (name: string) => set(sequence(oid('0.9.2342.19200300.100.1.25'), ia5(name)))
/** CN=PEZEINVOICESCA-STANDIN, DC=extgazt, DC=gov, DC=local: the form of the authority's name, but clearly another one. */
const issuer = sequence(
  component('local'),
  component('gov'),
  component('extgazt'),
  set(sequence(oid('2.5.4.3'), utf8('PEZEINVOICESCA-STANDIN'))),
)

/** A certificate authority in memory. Like the real one it copies the request's subject and names, and uses secp256k1 only. */
export type Authority = { issue(request: CertificateRequest, from: Date, to: Date): string }

export function createAuthority(): Authority {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  return { issue: (request, from, to) => issued(privateKey, request, from, to) }
}

/** The base64 text of the certificate's DER. */
function issued(
  key: KeyObject,
  { subject, publicKey, alternativeName }: CertificateRequest,
  from: Date,
  to: Date,
): string {
  const digitalSignature = sequence(oid('2.5.29.15'), truth(), octets(bits(Buffer.from([0x80]), 7)))
  const uses = sequence(oid('1.3.6.1.5.5.7.3.3'), oid('1.3.6.1.5.5.7.3.2'))
  const codeSigning = sequence(oid('2.5.29.37'), octets(uses))
  const body = sequence(
    tagged(0, integer(2n)),
    integer(serialNumber()),
    ecdsaWithSha256,
    issuer,
    sequence(utcTime(from), utcTime(to)),
    subject,
    publicKey,
    tagged(3, sequence(alternativeName, digitalSignature, codeSigning)),
  )
  return sequence(body, ecdsaWithSha256, bits(sign('sha256', body, key))).toString('base64')
}

/** 19 bytes, as long as the authority's own: this breaks libraries that read serial numbers as small numbers. */
function serialNumber(): Buffer {
  const bytes = randomBytes(19)
  bytes[0] = 0x11
  return bytes
}
