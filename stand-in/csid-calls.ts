import { createPublicKey, generateKeyPairSync, randomBytes, randomInt } from 'node:crypto'
import { unitNames } from '#server/e-document/certificate.ts'
import type { PlatformEnvironment } from '#server/e-document/environment.ts'
import { type PlatformAnswer, refused } from './messages.ts'
import { type CertificateRequest, readRequest } from './read-request.ts'
import { type Csid, exampleOtp, type World } from './world.ts'

type CsidRequest = { otp: string | undefined; body: Record<string, unknown> }

const templates: Record<PlatformEnvironment, string> = {
  sandbox: 'TSTZATCA-Code-Signing',
  simulation: 'PREZATCA-Code-Signing',
  production: 'ZATCA-Code-Signing',
}

/** Call 1: a request and a one-time password for a compliance certificate. */
export function complianceCsid(world: World, { otp, body }: CsidRequest): PlatformAnswer {
  const fault = otpFault(world, otp)
  if (fault) return fault
  const request = checkedRequest(world, body.csr)
  if ('status' in request) return request
  if (otp !== exampleOtp) world.otps.set(otp as string, 'used')
  return { status: 200, body: issued(issue(world, 'compliance', request)) }
}

/** Call 3: exchanges the compliance certificate for a production certificate, once all kinds of documents have passed. */
export function productionCsid(world: World, csid: Csid, { body }: CsidRequest): PlatformAnswer {
  const id = body.compliance_request_id
  if (id === undefined || id === '')
    return refused('Missing-compliance_request_id', 'compliance_request_id is a required header')
  if (csid.kind !== 'compliance') return refused('Invalid-CurrentCCSID', 'currentCCSID is invalid')
  if (String(id) !== csid.request_id)
    return refused('Invalid-ComplianceRequestId', 'The provided compliance_request_id is invalid')
  if (missingSteps(csid).length > 0)
    return refused('Missing-ComplianceSteps', 'Compliance steps for this CSID are not yet complete')
  const request = requests.get(csid)
  if (!request) return refused('Invalid-CurrentCCSID', 'currentCCSID is invalid')
  const own = issue(world, 'production', request)
  for (const other of world.csids.values())
    if (other !== own && other.kind === 'production' && other.unit === own.unit) other.isRevoked = true
  return { status: 200, body: issued(own) }
}

/** Call 4: a new request for a unit that has a certificate. Its compliance documents must be sent again. */
export function renewal(world: World, csid: Csid, { otp, body }: CsidRequest): PlatformAnswer {
  const fault = otpFault(world, otp)
  if (fault) return fault
  if (csid.kind !== 'production') return refused('Invalid-currentCSID', 'The provided currentCSID is invalid')
  const request = checkedRequest(world, body.csr)
  if ('status' in request) return request
  if (otp !== exampleOtp) world.otps.set(otp as string, 'used')
  const value = { ...issued(issue(world, 'compliance', request)), tokenType: null, dispositionMessage: 'NOT_COMPLIANT' }
  return { status: 428, body: { value: { ...value, errors: null } } }
}

/** The documents that a certificate still has to pass: each type of each kind that its title names. */
export function missingSteps({ kinds, passed }: Csid): string[] {
  const audiences = [kinds[0] === '1' ? 'standard' : null, kinds[1] === '1' ? 'simplified' : null].filter(
    (one) => one !== null,
  )
  return audiences
    .flatMap((audience) => ['388', '381', '383'].map((type) => `${audience} ${type}`))
    .filter((step) => !passed.has(step))
}

function otpFault({ otps }: World, otp: string | undefined): PlatformAnswer | null {
  if (!otp) return refused('Missing-OTP', 'OTP is required field')
  if (otp === exampleOtp || otps.get(otp) === 'valid') return null
  return refused('Invalid-OTP', 'The provided OTP is invalid')
}

function checkedRequest(world: World, csr: unknown): CertificateRequest | PlatformAnswer {
  if (typeof csr !== 'string' || csr === '') return refused('Missing-CSR', 'CSR is required field')
  const request = readRequest(csr)
  const isNamed =
    /^3\d{13}3$/.test(request?.unit.get(unitNames.vat_number) ?? '') &&
    /^1-[^|]+\|2-[^|]+\|3-[^|]+$/.test(request?.unit.get(unitNames.serial) ?? '') &&
    /^(10|01|11)00$/.test(request?.unit.get(unitNames.kinds) ?? '')
  if (!request || !isNamed) return refused('Invalid-CSR', 'The provided CSR is invalid')
  if (request.template !== templates[world.environment]) return deniedByPolicy(request.template)
  return request
}

/** The obscure answer of the real platform to a request made for another environment. */
const deniedByPolicy = (template: string): PlatformAnswer => ({
  status: 400,
  body: {
    requestID: -2,
    tokenType: null,
    dispositionMessage: 'NOT_COMPLIANT',
    binarySecurityToken: null,
    errors: [
      `unable to submit and sign the csr in zatca side, caused : Denied by Policy Module 0x80094800, The request was for a certificate template that is not supported by the Active Directory Certificate Services policy: ${template}.\r\n`,
    ],
  },
})

/** The request of each compliance certificate. The production certificate is made from it. */
const requests = new WeakMap<Csid, CertificateRequest>()

function issue(world: World, kind: Csid['kind'], request: CertificateRequest): Csid {
  const from = world.now()
  const valid_to = new Date(from.getTime() + world.certificate_days * 86_400_000)
  const certificate = world.authority.issue(withKeyOf(world, request), from, valid_to)
  const csid: Csid = {
    kind,
    request_id: String(randomInt(1e12, 9e12)),
    token: Buffer.from(certificate, 'latin1').toString('base64'),
    secret: randomBytes(32).toString('base64'),
    certificate,
    vat_number: request.unit.get(unitNames.vat_number) ?? '',
    unit: request.unit.get(unitNames.serial) ?? '',
    kinds: request.unit.get(unitNames.kinds) ?? '',
    valid_to,
    isRevoked: false,
    passed: new Set(),
  }
  world.csids.set(csid.token, csid)
  requests.set(csid, request)
  return csid
}

/** The real sandbox gives every caller one canned certificate of an unknown key. */
const withKeyOf = ({ environment }: World, request: CertificateRequest): CertificateRequest =>
  environment === 'sandbox' ? { ...request, publicKey: cannedKey } : request
const cannedKey = createPublicKey(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey).export({
  type: 'spki',
  format: 'der',
})

const issued = ({ request_id, token, secret }: Csid) => ({
  requestID: Number(request_id),
  dispositionMessage: 'ISSUED',
  binarySecurityToken: token,
  secret,
})
