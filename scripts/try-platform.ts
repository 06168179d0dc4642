import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleDocument, exampleNames } from '#contract/e-invoice/example-documents.ts'
import { certificateOfToken } from '#server/e-document/certificate.ts'
import { complianceDocuments } from '#server/e-document/compliance-documents.ts'
import { certificateRequest, generateUnitKey } from '#server/e-document/csr.ts'
import { eInvoiceFileName } from '#server/e-document/file-name.ts'
import { firstPreviousHash } from '#server/e-document/hash.ts'
import { type Credentials, createPlatformClient, type PlatformClient } from '#server/e-document/platform-client.ts'
import { signDocument } from '#server/e-document/sign.ts'

const key = generateUnitKey()
const now = () => {
  const utc = new Date().toISOString().slice(0, 19)
  const riyadh = new Date(Date.now() + 3 * 3_600_000).toISOString()
  return { signing_time: utc, issue_date: riyadh.slice(0, 10), issue_time: riyadh.slice(11, 19) }
}

/** From a certificate request to a document of every kind, as a unit lives it; whether all were accepted. Leaves them in the folder. */
export async function tryPlatform(address: string, folder?: string): Promise<boolean> {
  const client = createPlatformClient({ environment: 'simulation', address })
  const credentials = await onboarded(client)
  const certificate = certificateOfToken(credentials.token)
  let previous_hash = firstPreviousHash
  let isAllAccepted = true
  for (const [index, name] of exampleNames.entries()) {
    const { signing_time, ...issued } = now()
    const document = { ...exampleDocument(name), ...issued, uuid: randomUUID(), icv: String(index + 1), previous_hash }
    const { xml, hash } = signDocument(document, { key, certificate, signing_time })
    previous_hash = hash
    if (folder !== undefined) writeFileSync(join(folder, eInvoiceFileName(document)), xml)
    const send = document.audience === 'standard' ? client.clear : client.report
    const answer = await send(credentials, { uuid: document.uuid, hash, xml })
    console.log(
      `${name}: ${answer.state} ${[...answer.errors, ...answer.warnings].map(({ message }) => message).join(' ')}`,
    )
    isAllAccepted &&= answer.state === 'accepted'
  }
  return isAllAccepted
}

async function onboarded(client: PlatformClient): Promise<Credentials> {
  const { seller } = exampleDocument('standard')
  const csr = certificateRequest(
    {
      name: 'MZN-TRY-1',
      serial: `1-Mizan|2-1.0|3-${randomUUID()}`,
      vat_number: seller.vat_number ?? '',
      branch: 'Riyadh',
      organization: 'Mizan Trading Co.',
      address: 'RRRD2929',
      industry: 'Trade',
    },
    key,
    'simulation',
  )
  const compliance = await client.requestCompliance({ csr, otp: '123345' })
  if (compliance.state !== 'issued') throw new Error(`No compliance certificate: ${compliance.body}`)
  const certificate = certificateOfToken(compliance.csid.token)
  for (const document of complianceDocuments({ seller, key, certificate, ...now() })) {
    const { state, body } = await client.checkCompliance(compliance.csid, document)
    if (state !== 'accepted') throw new Error(`A compliance document is ${state}: ${body}`)
  }
  const production = await client.requestProduction(compliance.csid, compliance.csid.request_id)
  if (production.state !== 'issued') throw new Error(`No production certificate: ${production.body}`)
  return production.csid
}
