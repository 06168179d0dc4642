import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { unitNames } from './certificate.ts'
import { bits, integer, octets, oid, printable, sequence, set, tagged, utf8 } from './der.ts'
import type { PlatformEnvironment } from './environment.ts'

/** The content of a certificate request of a unit (dossier section 10). */
export type UnitIdentity = {
  /** CN: the unique name of the unit. */
  name: string
  /** `1-<solution>|2-<model>|3-<serial>`. */
  serial: string
  vat_number: string
  /** OU: the branch, or for a VAT group the member's ten digits. */
  branch: string
  /** O: the name of the taxpayer. */
  organization: string
  /** The short national address, RRRD2929 for one. */
  address: string
  industry: string
}

/** The authority makes another kind of certificate in each environment, and answers a request for a wrong one with a riddle. */
const templates: Record<PlatformEnvironment, string> = {
  sandbox: 'TSTZATCA-Code-Signing',
  simulation: 'PREZATCA-Code-Signing',
  production: 'ZATCA-Code-Signing',
}
/** Standard and simplified. The last two digits stay zero: otherwise the platform asks for undocumented codes. */
const kinds = '1100'

export const generateUnitKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey

/** The request as PEM text, signed with the unit's key. The platform takes it in base64. */
export function certificateRequest(identity: UnitIdentity, key: KeyObject, environment: PlatformEnvironment): string {
  const info = requestInfo(
    identity,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    templates[environment],
  )
  const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))
  const request = sequence(info, ecdsaWithSha256, bits(sign('sha256', info, key)))
  const lines = request.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines.join('\n')}\n-----END CERTIFICATE REQUEST-----\n`
}

function requestInfo(identity: UnitIdentity, publicKey: Buffer, template: string): Buffer {
  const subject = sequence(
    name('2.5.4.6', printable('SA')),
    name('2.5.4.11', utf8(identity.branch)),
    name('2.5.4.10', utf8(identity.organization)),
    name('2.5.4.3', utf8(identity.name)),
  )
  const unit = sequence(
    name(unitNames.serial, utf8(identity.serial)),
    name(unitNames.vat_number, utf8(identity.vat_number)),
    name(unitNames.kinds, utf8(kinds)),
    name(unitNames.address, utf8(identity.address)),
    name(unitNames.industry, utf8(identity.industry)),
  )
  const extensions = sequence(
    sequence(oid('1.3.6.1.4.1.311.20.2'), octets(utf8(template))),
    sequence(oid('2.5.29.17'), octets(sequence(tagged(4, unit)))),
  )
  const attributes = tagged(0, sequence(oid('1.2.840.113549.1.9.14'), set(extensions)))
  return sequence(integer(0n), subject, publicKey, attributes)
}

const name = (id: string, value: Buffer): Buffer => set(sequence(oid(id), value))
