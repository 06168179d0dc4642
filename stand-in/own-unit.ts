import type { KeyObject } from 'node:crypto'
import { type Certificate, readCertificate } from '#server/e-document/certificate.ts'
import { certificateRequest, generateUnitKey } from '#server/e-document/csr.ts'
import type { PlatformEnvironment } from '#server/e-document/environment.ts'
import type { Authority } from './certificate-authority.ts'
import { readRequest } from './read-request.ts'

export type OwnUnit = { key: KeyObject; certificate: Certificate }

/** Key and certificate with which the stand-in stamps what it clears, as the authority does. */
export function createUnitOfAuthority(authority: Authority, environment: PlatformEnvironment, now: Date): OwnUnit {
  const key = generateUnitKey()
  const csr = certificateRequest(
    {
      name: 'STANDIN-CLEARANCE',
      serial: '1-Standin|2-Clearance|3-1',
      vat_number: '300000000000003',
      branch: 'Clearance',
      organization: 'Stand-in of the platform',
      address: 'RRRD2929',
      industry: 'Stand-in',
    },
    key,
    environment,
  )
  const request = readRequest(Buffer.from(csr).toString('base64'))
  if (!request) throw new TypeError('The own request of the stand-in cannot be read')
  const until = new Date(now.getTime() + 10 * 365 * 86_400_000)
  return { key, certificate: readCertificate(authority.issue(request, now, until)) }
}
