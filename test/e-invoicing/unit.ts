import type { KeyObject } from 'node:crypto'
import { type Certificate, readCertificate } from '#server/e-document/certificate.ts'
import { certificateRequest, generateUnitKey, type UnitIdentity } from '#server/e-document/csr.ts'
import { createAuthority } from '#stand-in/certificate-authority.ts'
import { readRequest } from '#stand-in/read-request.ts'

export const identity: UnitIdentity = {
  name: 'MZN-1-310122393500003',
  serial: '1-Mizan|2-1.0|3-ed22f1d8-e6a2-1118-9b58-d9a8f11e445f',
  vat_number: '310122393500003',
  branch: 'فرع الرياض | Riyadh Branch',
  organization: 'شركة ميزان التجارية',
  address: 'RRRD2929',
  industry: 'Trade / تجارة',
}

/** A unit with its key and a certificate of an authority in memory. */
export function createUnit(): { key: KeyObject; certificate: Certificate } {
  const key = generateUnitKey()
  const csr = Buffer.from(certificateRequest(identity, key, 'simulation')).toString('base64')
  const request = readRequest(csr)
  if (!request) throw new TypeError('The request cannot be read')
  const text = createAuthority().issue(request, new Date('2026-01-01'), new Date('2031-01-01'))
  return { key, certificate: readCertificate(text) }
}
