import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { CertificationRequest } from '@peculiar/asn1-csr'
import { AsnConvert } from '@peculiar/asn1-schema'
import type { Name } from '@peculiar/asn1-x509'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificateOfToken, unitNames } from '#server/e-document/certificate.ts'
import { createPlatformClient, type PlatformClient } from '#server/e-document/platform-client.ts'
import { readRequest } from '#stand-in/read-request.ts'
import { type RunningPlatform, startPlatform } from '#stand-in/start-platform.ts'
import { type Control, clock, controlOf, createRequest, csidOf, onboard, passCompliance } from './onboarded.ts'
import { identity } from './unit.ts'

let platform: RunningPlatform
let client: PlatformClient
let control: Control

beforeAll(async () => {
  platform = await startPlatform({ now: () => clock })
  const address = platform.addressOf('simulation')
  client = createPlatformClient({ environment: 'simulation', address })
  control = controlOf(address)
})
afterAll(() => platform.stop())

const otp = async () => String((await control('POST', '/otps'))?.otp)

describe('a certificate request', () => {
  test('is signed by its own key and contains what the authority reads, says an independent reader', () => {
    const { csr } = createRequest('simulation')
    expect(readRequest(Buffer.from(csr).toString('base64'))?.template).toBe('PREZATCA-Code-Signing')
    const der = Buffer.from(csr.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64')
    const request = AsnConvert.parse(der, CertificationRequest)
    const { subject, subjectPKInfo, attributes } = request.certificationRequestInfo
    const key = createPublicKey({
      key: Buffer.from(AsnConvert.serialize(subjectPKInfo)),
      type: 'spki',
      format: 'der',
    })
    const signed = Buffer.from(request.certificationRequestInfoRaw ?? new ArrayBuffer())
    const ecdsaWithSha256 = '1.2.840.10045.4.3.2'
    expect(request.signatureAlgorithm.algorithm).toBe(ecdsaWithSha256)
    expect(key.asymmetricKeyDetails?.namedCurve).toBe('secp256k1')
    expect(verify('sha256', signed, key, Buffer.from(request.signature))).toBe(true)
    expect(namesIn(subject).get('2.5.4.6')).toBe('SA')
    const values = [...attributes].flatMap(({ values }) => values.map((value) => Buffer.from(value).toString('utf8')))
    expect(values.join()).toContain('PREZATCA-Code-Signing')
    expect(values.join()).toContain(identity.vat_number)
  })
})

const namesIn = (name: Name) => new Map(name.flatMap((part) => [...part].map(({ type, value }) => [type, `${value}`])))

describe('onboarding', () => {
  test('leads from a request and a one-time password to a production certificate', async () => {
    const { key, csr, serial } = createRequest('simulation')
    const compliance = csidOf(await client.requestCompliance({ csr, otp: await otp() }))
    const answers = await passCompliance(client, compliance, key)
    expect(answers.map(({ state }) => state)).toEqual(Array(6).fill('accepted'))
    const production = csidOf(await client.requestProduction(compliance, compliance.request_id))
    const certificate = certificateOfToken(production.token)
    expect(certificate.unit.get(unitNames.serial)).toBe(serial)
    expect(certificate.unit.get(unitNames.vat_number)).toBe(identity.vat_number)
    expect(certificate.unit.get(unitNames.kinds)).toBe('1100')
    expect(certificate.valid_to.getUTCFullYear()).toBe(2031)
    const x509 = new X509Certificate(Buffer.from(certificate.text, 'base64'))
    expect(x509.subject).toContain('CN=MZN-1-310122393500003')
    expect(BigInt(certificate.serial)).toBeGreaterThan(2n ** 100n)
  })
  test.each([
    ['111111', 'otp_invalid'],
    ['222222', 'otp_invalid'],
    ['', 'otp_missing'],
  ])('the one-time password %j is refused as %s', async (given, refusal) => {
    const { csr } = createRequest('simulation')
    expect(await client.requestCompliance({ csr, otp: given })).toMatchObject({ state: 'refused', refusal })
  })
  test('a one-time password works once', async () => {
    const [once, { csr }] = [await otp(), createRequest('simulation')]
    expect(await client.requestCompliance({ csr, otp: once })).toMatchObject({ state: 'issued' })
    expect(await client.requestCompliance({ csr, otp: once })).toMatchObject({ refusal: 'otp_invalid' })
  })
  test('a one-time password survives a request that is refused', async () => {
    const once = await otp()
    expect(await client.requestCompliance({ csr: 'no request', otp: once })).toMatchObject({
      refusal: 'request_invalid',
    })
    const { csr } = createRequest('simulation')
    expect(await client.requestCompliance({ csr, otp: once })).toMatchObject({ state: 'issued' })
  })
  test('a request for another environment is named as such', async () => {
    const { csr } = createRequest('production')
    expect(await client.requestCompliance({ csr, otp: await otp() })).toMatchObject({ refusal: 'wrong_environment' })
  })
  test.each([
    ['a VAT number that is none', { vat_number: '123' }],
    ['a serial that names no solution', { serial: 'MZN-1' }],
  ])('refuses %s', async (_, fields) => {
    const { csr } = createRequest('simulation', fields)
    expect(await client.requestCompliance({ csr, otp: await otp() })).toMatchObject({ refusal: 'request_invalid' })
  })
  test('refuses a request with an invalid signature', async () => {
    const { csr } = createRequest('simulation')
    const lines = csr.trim().split('\n')
    const last = lines.at(-2) as string
    lines[lines.length - 2] = last.replace(/^..../, last.startsWith('AAAA') ? 'BBBB' : 'AAAA')
    expect(await client.requestCompliance({ csr: lines.join('\n'), otp: await otp() })).toMatchObject({
      state: 'refused',
    })
  })
  test('refuses a production certificate until all compliance documents have passed', async () => {
    const { csr } = createRequest('simulation')
    const compliance = csidOf(await client.requestCompliance({ csr, otp: '123345' }))
    expect(await client.requestProduction(compliance, compliance.request_id)).toMatchObject({
      refusal: 'compliance_incomplete',
    })
    expect(await client.requestProduction(compliance, '1')).toMatchObject({ refusal: 'not_this_request' })
  })
  test('refuses a certificate for a wrong secret', async () => {
    const { csr } = createRequest('simulation')
    const compliance = csidOf(await client.requestCompliance({ csr, otp: '123345' }))
    const stranger = { ...compliance, secret: 'wrong' }
    expect((await client.requestProduction(stranger, compliance.request_id)).state).toBe('unauthorised')
  })
  test('a certificate of one environment is invalid in another', async () => {
    const unit = await onboard(platform.addressOf('simulation'))
    const other = createPlatformClient({ environment: 'production', address: platform.addressOf('production') })
    expect((await other.report(unit.csid, unit.next('simplified'))).state).toBe('unauthorised')
  })
})

describe('renewal', () => {
  test('requests the compliance documents again, and the chain of the unit continues', async () => {
    const unit = await onboard(platform.addressOf('simulation'))
    expect((await unit.client.report(unit.csid, unit.next('simplified'))).state).toBe('accepted')
    const { key, csr } = createRequest('simulation', { serial: unit.serial })
    const again = await client.renew(unit.csid, { csr, otp: await otp() })
    expect(again.state).toBe('compliance_again')
    const compliance = csidOf(again)
    expect((await client.requestProduction(compliance, compliance.request_id)).state).toBe('refused')
    await passCompliance(client, compliance, key)
    const renewed = csidOf(await client.requestProduction(compliance, compliance.request_id))
    const refused = unit.next('simplified')
    expect((await unit.client.report(unit.csid, refused)).state).toBe('unauthorised')
    expect((await unit.client.report(renewed, refused)).state).toBe('accepted')
    // A document stamped before the renewal is sent unchanged: it can never be stamped again.
    const stored = unit.next('standard')
    expect((await client.clear(renewed, stored)).state).toBe('accepted')
  })
  test('with a wrong one-time password changes nothing', async () => {
    const unit = await onboard(platform.addressOf('simulation'))
    const { csr } = createRequest('simulation', { serial: unit.serial })
    expect(await client.renew(unit.csid, { csr, otp: '111111' })).toMatchObject({ refusal: 'otp_invalid' })
    expect((await unit.client.report(unit.csid, unit.next('simplified'))).state).toBe('accepted')
  })
})

test('an expired certificate is not accepted', async () => {
  let today = clock
  const aging = await startPlatform({ now: () => today })
  await controlOf(aging.addressOf('simulation'))('POST', '/certificates', { days: 30 })
  const unit = await onboard(aging.addressOf('simulation'))
  expect(unit.certificate.valid_to.toISOString().slice(0, 10)).toBe('2026-12-20')
  today = new Date('2026-12-21T00:00:00Z')
  expect((await unit.client.report(unit.csid, unit.next('simplified'))).state).toBe('unauthorised')
  await aging.stop()
})
