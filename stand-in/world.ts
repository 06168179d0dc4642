import { randomBytes } from 'node:crypto'
import type { PlatformEnvironment } from '#server/e-document/environment.ts'
import { type Authority, createAuthority } from './certificate-authority.ts'
import type { Chain } from './chain.ts'
import type { Fault } from './faults.ts'
import { createUnitOfAuthority, type OwnUnit } from './own-unit.ts'
import type { SchemaCheck } from './schema-check.ts'

export type Csid = {
  kind: 'compliance' | 'production'
  request_id: string
  token: string
  secret: string
  /** The base64 text of the certificate. */
  certificate: string
  vat_number: string
  unit: string
  /** The four digits of the request's title: standard, simplified. */
  kinds: string
  valid_to: Date
  isRevoked: boolean
  /** For a compliance certificate: the documents that passed, such as `standard 381`. */
  passed: Set<string>
}

export type Accepted = { hash: string; uuid: string; kind: string; cleared: string | null; at: string }

/** The state of one environment of the stand-in, in memory only. */
export type World = {
  environment: PlatformEnvironment
  authority: Authority
  own: OwnUnit
  otps: Map<string, 'valid' | 'used' | 'expired'>
  csids: Map<string, Csid>
  accepted: Map<string, Accepted>
  uuids: Map<string, string>
  chains: Map<string, Chain>
  faults: Fault[]
  isClearanceOn: boolean
  /** The validity period of certificates issued from now on. */
  certificate_days: number
  schema: SchemaCheck | null
  now: () => Date
}

export function createWorld(environment: PlatformEnvironment, schema: SchemaCheck | null, now: () => Date): World {
  const authority = createAuthority()
  return {
    environment,
    authority,
    own: createUnitOfAuthority(authority, environment, now()),
    // The published examples: one that always works, two that never work.
    otps: new Map([
      ['111111', 'used'],
      ['222222', 'expired'],
    ]),
    csids: new Map(),
    accepted: new Map(),
    uuids: new Map(),
    chains: new Map(),
    faults: [],
    isClearanceOn: true,
    certificate_days: 5 * 365,
    schema,
    now,
  }
}

export const exampleOtp = '123345'

export function createOtp(world: World): string {
  const otp = String(100_000 + (randomBytes(4).readUInt32BE() % 900_000))
  if (otp === exampleOtp || world.otps.has(otp)) return createOtp(world)
  world.otps.set(otp, 'valid')
  return otp
}
