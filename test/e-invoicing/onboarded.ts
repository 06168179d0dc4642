import { type KeyObject, randomUUID } from 'node:crypto'
import { type ExampleName, exampleDocument } from '#contract/e-invoice/example-documents.ts'
import type { IssuedEInvoice } from '#contract/e-invoice/model.ts'
import { type Certificate, certificateOfToken } from '#server/e-document/certificate.ts'
import { complianceDocuments } from '#server/e-document/compliance-documents.ts'
import { certificateRequest, generateUnitKey, type UnitIdentity } from '#server/e-document/csr.ts'
import type { PlatformEnvironment } from '#server/e-document/environment.ts'
import { firstPreviousHash } from '#server/e-document/hash.ts'
import {
  type CsidAnswer,
  createPlatformClient,
  type IssuedCsid,
  type PlatformClient,
  type SentDocument,
} from '#server/e-document/platform-client.ts'
import { signDocument } from '#server/e-document/sign.ts'
import { identity } from './unit.ts'

export const clock = new Date('2026-11-20T11:05:09Z')
export const issued = { issue_date: '2026-11-20', issue_time: '14:05:09', signing_time: '2026-11-20T11:05:09' }
export const seller = exampleDocument('standard').seller

export const csidOf = (answer: CsidAnswer): IssuedCsid => {
  if (!('csid' in answer)) throw new TypeError(`No certificate: ${answer.body}`)
  return answer.csid
}

/** A key with its request. */
export function createRequest(environment: PlatformEnvironment, fields: Partial<UnitIdentity> = {}) {
  const key = generateUnitKey()
  const serial = `1-Mizan|2-1.0|3-${randomUUID()}`
  return { key, serial, csr: certificateRequest({ ...identity, serial, ...fields }, key, environment) }
}

export async function passCompliance(client: PlatformClient, csid: IssuedCsid, key: KeyObject) {
  const certificate = certificateOfToken(csid.token)
  const answers = []
  for (const document of complianceDocuments({ seller, key, certificate, ...issued }))
    answers.push(await client.checkCompliance(csid, document))
  return answers
}

export type Unit = {
  client: PlatformClient
  csid: IssuedCsid
  key: KeyObject
  certificate: Certificate
  serial: string
  /** The next document of the unit's chain. */
  next(name: ExampleName, change?: (document: IssuedEInvoice) => void): SentDocument
}

/** A completely onboarded unit: request, one-time password, compliance documents, production certificate. */
export async function onboard(address: string, timeout_ms = 5_000): Promise<Unit> {
  const client = createPlatformClient({ environment: 'simulation', address, timeout_ms })
  const { key, csr, serial } = createRequest('simulation')
  const compliance = csidOf(await client.requestCompliance({ csr, otp: '123345' }))
  await passCompliance(client, compliance, key)
  const csid = csidOf(await client.requestProduction(compliance, compliance.request_id))
  const certificate = certificateOfToken(csid.token)
  let icv = 0
  let previous_hash = firstPreviousHash
  const next: Unit['next'] = (name, change) => {
    icv += 1
    const document = { ...exampleDocument(name), ...issued, uuid: randomUUID(), icv: String(icv), previous_hash }
    change?.(document)
    const { xml, hash } = signDocument(document, { key, certificate, signing_time: issued.signing_time })
    previous_hash = hash
    return { uuid: document.uuid, hash, xml }
  }
  return { client, csid, key, certificate, serial, next }
}

export type Control = (method: string, path: string, body?: object) => Promise<Record<string, unknown> | null>

/** The controls of the stand-in at this address. */
export const controlOf =
  (address: string): Control =>
  async (method, path, body) => {
    const given = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${address}/control${path}`, { method, ...given })
    return response.status === 200 ? ((await response.json()) as Record<string, unknown>) : null
  }
