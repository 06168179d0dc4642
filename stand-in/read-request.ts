import { createPublicKey, verify } from 'node:crypto'
import { namesOf } from '#server/e-document/certificate.ts'
import { type Der, readDer, readOid } from '#server/e-document/der.ts'

export type CertificateRequest = {
  subject: Buffer
  publicKey: Buffer
  /** The whole extension of the alternative name, as the certificate repeats it. */
  alternativeName: Buffer
  unit: ReadonlyMap<string, string>
  /** `ZATCA-Code-Signing` and its like. */
  template: string
}

/** A certificate request with a valid signature. Null for anything else. Takes the base64 of the PEM text. */
export function readRequest(csr: string): CertificateRequest | null {
  const pem = Buffer.from(csr, 'base64').toString('latin1')
  const body = /-----BEGIN CERTIFICATE REQUEST-----([\s\S]+)-----END CERTIFICATE REQUEST-----/.exec(pem)?.[1]
  if (!body) return null
  try {
    return parsed(Buffer.from(body, 'base64'))
  } catch {
    // An unreadable text is an invalid request.
    return null
  }
}

function parsed(der: Buffer): CertificateRequest | null {
  const [info, , signature] = readDer(readDer(der)[0]?.content ?? Buffer.alloc(0))
  if (!info || !signature) return null
  const [, subject, key, attributes] = readDer(info.content)
  if (!subject || !key || !attributes) return null
  const publicKey = createPublicKey({ key: key.raw, type: 'spki', format: 'der' })
  if (publicKey.asymmetricKeyDetails?.namedCurve !== 'secp256k1') return null
  if (!verify('sha256', info.raw, publicKey, signature.content.subarray(1))) return null
  const alternativeName = extensionOf(attributes, '2.5.29.17')
  const template = extensionOf(attributes, '1.3.6.1.4.1.311.20.2')
  if (!alternativeName || !template) return null
  return {
    subject: subject.raw,
    publicKey: key.raw,
    alternativeName: alternativeName.raw,
    unit: namesOf(attributes.raw),
    template: readDer(readDer(template.content).at(-1)?.content ?? Buffer.alloc(0))[0]?.content.toString('utf8') ?? '',
  }
}

/** The extension with this identifier, at any depth. */
function extensionOf(value: Der, id: string): Der | null {
  if ((value.tag & 0x20) === 0) return null
  const inner = readDer(value.content)
  if (inner[0]?.tag === 0x06 && readOid(inner[0]) === id) return value
  for (const one of inner) {
    const found = extensionOf(one, id)
    if (found) return found
  }
  return null
}
