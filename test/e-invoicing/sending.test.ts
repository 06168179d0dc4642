import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { exampleNames } from '#contract/e-invoice/example-documents.ts'
import { invoiceHash } from '#server/e-document/hash.ts'
import type { DocumentAnswer, SentDocument } from '#server/e-document/platform-client.ts'
import { readQr } from '#server/e-document/qr.ts'
import { parseXml } from '#server/xml/parse-xml.ts'
import { attached } from '#stand-in/read-e-invoice.ts'
import { type RunningPlatform, startPlatform } from '#stand-in/start-platform.ts'
import { type Control, clock, controlOf, onboard, type Unit } from './onboarded.ts'

let platform: RunningPlatform
let unit: Unit
let control: Control

beforeAll(async () => {
  platform = await startPlatform({ now: () => clock })
  control = controlOf(platform.addressOf('simulation'))
  unit = await onboard(platform.addressOf('simulation'), 1_500)
})
afterEach(async () => {
  await control('DELETE', '/faults')
  await control('POST', '/clearance', { is_on: true })
})
afterAll(() => platform.stop())

const fault = (name: string, call?: string) => control('POST', '/faults', { fault: name, call })
const report = (document: SentDocument) => unit.client.report(unit.csid, document)
const clear = (document: SentDocument) => unit.client.clear(unit.csid, document)
const codes = ({ errors }: DocumentAnswer) => errors.map(({ code }) => code)
const count = async () => ((await control('GET', '/state'))?.documents as unknown[] | undefined)?.length ?? 0

describe('fine weather', () => {
  test.each(exampleNames)('%s is accepted, without a remark', async (name) => {
    const document = unit.next(name)
    const answer = await (name.startsWith('simplified') ? report : clear)(document)
    expect([answer.state, answer.errors, answer.warnings]).toEqual(['accepted', [], []])
  })
  test("a cleared document comes back with the authority's code, and the hash is ours", async () => {
    const document = unit.next('standard')
    const { cleared } = await clear(document)
    expect(cleared?.isSame).toBe(true)
    expect(invoiceHash(cleared?.xml ?? '')).toBe(document.hash)
    expect(cleared?.xml).not.toBe(document.xml)
    const code = attached(parseXml(cleared?.xml ?? ''), 'QR', 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject') ?? ''
    expect(readQr(code)?.length).toBe(9)
  })
  test('a final invoice gets no remark on the amount in its code', async () => {
    expect((await clear(unit.next('final'))).warnings).toEqual([])
  })
})

describe('bad weather', () => {
  test.each([
    ['timeout', null, 'unknown'],
    ['dropped', null, 'unknown'],
    ['status_429', 429, 'unknown'],
    ['status_500', 500, 'unknown'],
    ['status_503', 503, 'unknown'],
    ['status_504', 504, 'unknown'],
    ['status_401', 401, 'unauthorised'],
    ['status_413', 413, 'not_processed'],
    ['warnings', 202, 'accepted_with_warnings'],
    ['rejected', 400, 'rejected'],
  ])('%s is answered as %s: %s', async (name, status, state) => {
    const document = unit.next('simplified')
    await fault(name, 'reporting')
    expect(await report(document)).toMatchObject({ status, state })
    // The same bytes are sent again after the fault: nothing is lost, nothing is duplicated.
    if (!['warnings', 'rejected'].includes(name)) expect((await report(document)).state).toBe('accepted')
  })
  test('recovers a lost answer to a report by sending the same bytes again', async () => {
    const document = unit.next('simplified')
    const before = await count()
    await fault('lost_answer', 'reporting')
    expect((await report(document)).state).toBe('unknown')
    expect(await report(document)).toMatchObject({ state: 'duplicate', status: 409 })
    expect(await count()).toBe(before + 1)
  })
  test('recovers a lost answer to a clearance with the cleared document', async () => {
    const document = unit.next('standard')
    await fault('lost_answer', 'clearance')
    expect((await clear(document)).state).toBe('unknown')
    const again = await clear(document)
    expect(again).toMatchObject({ state: 'duplicate', status: 208 })
    expect(again.cleared?.isSame).toBe(true)
  })
  test('a success without a verdict says nothing, and the same bytes are sent again', async () => {
    const [standard, simplified] = [unit.next('standard'), unit.next('simplified')]
    await fault('no_verdict', 'clearance')
    await fault('no_verdict', 'reporting')
    expect([await clear(standard), await report(simplified)].map(({ state }) => state)).toEqual(['unknown', 'unknown'])
    expect([await clear(standard), await report(simplified)].map(({ state }) => state)).toEqual([
      'accepted',
      'accepted',
    ])
  })
  test('a clearance without the cleared document is a state of its own, first and again, until the document comes', async () => {
    const document = unit.next('standard')
    await fault('without_xml', 'clearance')
    expect(await clear(document)).toMatchObject({ state: 'cleared_without_xml', status: 200, cleared: null })
    await fault('without_xml', 'clearance')
    expect(await clear(document)).toMatchObject({ state: 'cleared_without_xml', status: 409, cleared: null })
    expect(await clear(document)).toMatchObject({ state: 'duplicate', status: 208, cleared: { isSame: true } })
  })
  test('with clearance switched off a standard document is reported', async () => {
    const document = unit.next('standard')
    await control('POST', '/clearance', { is_on: false })
    expect(await clear(document)).toMatchObject({ state: 'clearance_off', status: 303 })
    expect((await report(document)).state).toBe('accepted')
  })
  test('a document that timed out may arrive after the next one', async () => {
    const [late, next] = [unit.next('simplified'), unit.next('simplified')]
    expect((await report(next)).state).toBe('accepted')
    expect((await report(late)).state).toBe('accepted')
  })
  test('a rejected document keeps its position in the chain, and the corrected one comes next', async () => {
    const wrong = unit.next('simplified', ({ rows: [row] }) => Object.assign(row ?? {}, { rate: '14' }))
    expect((await report(wrong)).state).toBe('rejected')
    expect((await report(unit.next('simplified'))).state).toBe('accepted')
    const [chain] = ((await control('GET', '/state'))?.chains ?? []) as { missing: number[] }[]
    expect(chain?.missing).toEqual([])
  })
})

/** A separate unit, so that the errors here do not affect other chains. */
describe('what is wrong is named', () => {
  const replaced = (pattern: string | RegExp, by: string) => (xml: string) => {
    const changed = xml.replace(pattern, by)
    expect(changed).not.toBe(xml)
    return changed
  }

  test.each([
    [
      'another hash',
      'invalid-invoice-hash',
      (xml: string) => xml,
      { hash: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
    ],
    ['no hash', 'InvoiceHash-Errors', (xml: string) => xml, { hash: '' }],
    ['another identifier', 'invalid-uuid', (xml: string) => xml, { uuid: '00000000-0000-4000-8000-000000000000' }],
    [
      'a changed amount under the old signature',
      'invalid-digital-signature',
      replaced('>INV-000002<', '>INV-000003<'),
      {},
    ],
    [
      'a lost blank in the signed properties',
      'signed-properties-hashing',
      replaced('                                    <xades:SignedSig', '<xades:SignedSig'),
      {},
    ],
    [
      'another digest of the certificate',
      'certificate-hashing',
      replaced(/(<xades:CertDigest>[\s\S]*?<ds:DigestValue>)./, '$1A'),
      {},
    ],
    ['another serial number', 'X509-Serial-Number', replaced(/<ds:X509SerialNumber>\d/, '<ds:X509SerialNumber>9'), {}],
    [
      'a code that is none',
      'QRCODE_INVALID',
      replaced(/(<cbc:ID>QR<[\s\S]*?text\/plain">)[^<]+/, '$1AQVhYmNkZQ=='),
      {},
    ],
    [
      'elements in another order',
      'XSD_ZATCA_INVALID',
      replaced(/(<cbc:UUID>[^<]*<\/cbc:UUID>)(<cbc:IssueDate>[^<]*<\/cbc:IssueDate>)/, '$2$1'),
      {},
    ],
    [
      'a broken file',
      'XSD_ZATCA_INVALID',
      replaced('</Invoice>', ''),
      { hash: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
    ],
    ['no total with tax', 'BR-14', replaced(/<cbc:TaxInclusiveAmount[^>]*>[^<]*<\/cbc:TaxInclusiveAmount>/, ''), {}],
    ['an unknown profile', 'BR-KSA-EN16931-01', replaced('reporting:1.0', 'reporting:2.0'), {}],
    [
      'one tax total only',
      'BR-CO-14',
      replaced(/(<\/cac:TaxTotal><cac:TaxTotal><cbc:TaxAmount currencyID="SAR">)1/, '$12'),
      {},
    ],
  ] as [string, string, (xml: string) => string, Partial<SentDocument>][])('%s: %s', async (_, code, change, sent) => {
    const own = await onboard(platform.addressOf('simulation'))
    const document = own.next('simplified')
    const xml = change(document.xml)
    const hash = sent.hash ?? invoiceHash(xml)
    const answer = await own.client.report(own.csid, { ...document, ...sent, xml, hash })
    expect(answer.state).toBe('rejected')
    expect(codes(answer)).toContain(code)
  })
  test("another unit's certificate", async () => {
    const [own, other] = [await onboard(platform.addressOf('simulation')), unit]
    const answer = await own.client.report(own.csid, other.next('simplified'))
    expect(codes(answer)).toContain('invalid-signing-certificate')
  })
  test("a VAT number that is not the certificate's", async () => {
    const own = await onboard(platform.addressOf('simulation'))
    const document = own.next('standard')
    const xml = document.xml.replaceAll('310122393500003', '310122393500013')
    const answer = await own.client.clear(own.csid, { ...document, xml, hash: invoiceHash(xml) })
    expect(codes(answer)).toContain('certificate-permissions')
  })
  test('a fork, a hole that is filled wrongly and a counter used twice', async () => {
    const own = await onboard(platform.addressOf('simulation'))
    const send = async (change: Parameters<Unit['next']>[1]) =>
      codes(await own.client.report(own.csid, own.next('simplified', change)))
    expect(await send(undefined)).toEqual([])
    expect(await send((document) => Object.assign(document, { previous_hash: 'A'.repeat(43).concat('=') }))).toEqual([
      'KSA-13',
    ])
    expect(await send((document) => Object.assign(document, { icv: '1' }))).toEqual(['KSA-13'])
  })
  test('the same identifier in two documents', async () => {
    const own = await onboard(platform.addressOf('simulation'))
    const uuid = '5d0a2a4c-6f0e-4b7a-9d6a-0c7f2f1c9a11'
    const send = async () => {
      const document = own.next('simplified', (one) => Object.assign(one, { uuid }))
      return codes(await own.client.report(own.csid, { ...document, uuid }))
    }
    expect(await send()).toEqual([])
    expect(await send()).toEqual(['duplicate-uuid'])
  })
  test('a document sent to the wrong call', async () => {
    const own = await onboard(platform.addressOf('simulation'))
    expect(codes(await own.client.clear(own.csid, own.next('simplified')))).toContain('invoice-type')
    expect(codes(await own.client.report(own.csid, own.next('standard')))).toContain('invoice-type')
  })
  test('a report after more than a day is accepted with a remark', async () => {
    const own = await onboard(platform.addressOf('simulation'))
    const document = own.next('simplified', (one) =>
      Object.assign(one, { issue_date: '2026-11-19', issue_time: '14:00:00' }),
    )
    const answer = await own.client.report(own.csid, document)
    expect([answer.state, answer.warnings.map(({ code }) => code)]).toEqual(['accepted_with_warnings', ['BR-KSA-98']])
  })
})
