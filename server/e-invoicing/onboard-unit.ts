import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Selectable } from 'kysely'
import { addressOf } from '#contract/e-invoice-mapping/e-invoice-parties.ts'
import { sellerIdentifier } from '#contract/fields/registration.ts'
import { type Context, dayInRiyadh, timeInRiyadh } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { type Certificate, certificateOfToken } from '#server/e-document/certificate.ts'
import { complianceDocuments } from '#server/e-document/compliance-documents.ts'
import { certificateRequest, generateUnitKey } from '#server/e-document/csr.ts'
import type { PlatformEnvironment } from '#server/e-document/environment.ts'
import type { CsidAnswer, IssuedCsid, PlatformClient } from '#server/e-document/platform-client.ts'
import { readinessOf, readSeller, type Seller } from './readiness.ts'
import { type UnitBranch, unitIdentityOf } from './unit-identity.ts'
import { requireNoProduction } from './units.ts'

export type Unit = Selectable<Database['e_invoice_units']>
type OnboardingRequest = { unit: Unit; seller: Seller; branch: UnitBranch | null; otp: string; isRenewal: boolean }

/**
 * Takes a unit from a certificate request to its production certificate, or to the next one. The input is already
 * checked. The platform is called after the commit, and its answer is stored at once.
 */
export async function planOnboarding(
  context: Context,
  id: number,
  otp: string,
  isRenewal: boolean,
): Promise<() => Promise<void>> {
  const { db } = context
  const unit = await db.selectFrom('e_invoice_units').selectAll().where('id', '=', id).executeTakeFirst()
  if (!unit) throw new Refusal('not_found')
  if (!isOffered(unit, isRenewal, context.services.clock.now())) throw new Refusal('e_invoice_unit_state')
  if (!isRenewal && unit.environment !== 'production') await requireNoProduction(db)
  const seller = await readSeller(context)
  if (readinessOf(seller).some(({ is_ready, is_required }) => is_required && !is_ready))
    throw new Refusal('e_invoicing_not_ready')
  const branch =
    unit.branch_id === null
      ? null
      : await db
          .selectFrom('branches')
          .select(['id', 'name', 'short_address'])
          .where('id', '=', unit.branch_id)
          .executeTakeFirstOrThrow()
  return () => onboard(context, { unit, seller, branch, otp, isRenewal })
}

/**
 * A new unit is registered, a live one renewed. One whose certificate is no longer valid is registered again, and its
 * chain continues.
 */
function isOffered({ state, refused_at, valid_to }: Unit, isRenewal: boolean, now: Date): boolean {
  if (isRenewal || state === 'new') return isRenewal === (state === 'live')
  return state === 'live' && (refused_at !== null || (valid_to !== null && valid_to <= now))
}

async function onboard(context: Context, asked: OnboardingRequest): Promise<void> {
  const { services, language } = context
  const { unit, seller, otp, isRenewal } = asked
  const client = services.eInvoicing.clientOf(unit.environment as PlatformEnvironment, language)
  const key = generateUnitKey()
  const csr = certificateRequest(unitIdentityOf(asked), key, unit.environment as 'simulation')
  const first = isRenewal
    ? await client.renew(credentialsOf(context, unit), { csr, otp })
    : await client.requestCompliance({ csr, otp })
  const csid = issuedBy(context, first)
  const isAlreadyProduction = isRenewal && first.state === 'issued'
  const production = isAlreadyProduction ? csid : await complete(context, client, csid, key, seller)
  await store(context, unit, key, production)
}

function credentialsOf({ services, session }: Context, { token, secret }: Unit) {
  if (token === null || secret === null) throw new Refusal('e_invoice_unit_state')
  return { token, secret: services.eInvoicing.vault.open(session.organization_id, secret) }
}

function issuedBy({ services, language }: Context, answer: CsidAnswer): IssuedCsid {
  if (answer.state === 'issued' || answer.state === 'compliance_again') return answer.csid
  if (answer.state === 'unknown') throw new Refusal('platform_silent')
  const refusal = answer.state === 'refused' ? answer.refusal : 'not_this_request'
  const remarks = answer.state === 'refused' ? answer.remarks.map(({ message }) => message).join(' ') : ''
  const reason = [services.words.say(language, `eInvoice:csid.${refusal}`), refusal === 'other' ? remarks : '']
    .join(' ')
    .trim()
  throw new Refusal('csid_refused', { field: 'otp', params: { reason } })
}

/** The documents the platform wants to see, then the certificate that counts. */
async function complete(context: Context, client: PlatformClient, csid: IssuedCsid, key: KeyObject, seller: Seller) {
  const now = context.services.clock.now()
  const certificate = certificateOfToken(csid.token)
  if (!isOfKey(certificate, key)) throw new Refusal('csid_other_key', { field: 'otp' })
  const documents = complianceDocuments({
    seller: {
      name: seller.name,
      vat_number: seller.tax_number,
      identifier: sellerIdentifier(seller),
      address: { ...addressOf(seller), country: 'SA' },
      contact: null,
    },
    key,
    certificate,
    issue_date: dayInRiyadh(now),
    issue_time: timeInRiyadh(now),
    signing_time: now.toISOString().slice(0, 19),
  })
  for (const document of documents) {
    const { state, errors } = await client.checkCompliance(csid, document)
    if (state === 'unknown') throw new Refusal('platform_silent')
    if (!['accepted', 'accepted_with_warnings', 'duplicate'].includes(state))
      throw new Refusal('csid_compliance_failed', {
        params: { reason: errors.map(({ message }) => message).join(' ') },
      })
  }
  return issuedBy(context, await client.requestProduction(csid, csid.request_id))
}

/** The sandbox answers every request with one canned certificate. */
const isOfKey = ({ publicKeyDer }: Certificate, key: KeyObject): boolean =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).equals(publicKeyDer)

/**
 * From now on this certificate stamps; another unit of the same place stamps no longer, and with a production unit no trial unit of
 * any place.
 */
async function store(context: Context, unit: Unit, key: KeyObject, csid: IssuedCsid): Promise<void> {
  const { services, session } = context
  const { vault } = services.eInvoicing
  const own = session.organization_id
  const certificate = certificateOfToken(csid.token)
  const pem = key.export({ type: 'pkcs8', format: 'pem' }) as string
  // What was sealed must be readable again, otherwise it is useless.
  const private_key = vault.seal(own, pem)
  createPrivateKey(vault.open(own, private_key))
  await inTenant(services.pool, own, 'write', async (db) => {
    await db
      .updateTable('e_invoice_units')
      .set({ state: 'retired' })
      .where('state', '=', 'live')
      .where('id', '<>', unit.id)
      .where((row) =>
        row.or([
          row('branch_id', unit.branch_id === null ? 'is' : '=', unit.branch_id),
          ...(unit.environment === 'production' ? [row('environment', '<>', 'production')] : []),
        ]),
      )
      .execute()
    await db
      .updateTable('e_invoice_units')
      .set({
        state: 'live',
        private_key,
        token: csid.token,
        secret: vault.seal(own, csid.secret),
        refused_at: null,
        vat_number: session.organization.tax_number,
        valid_from: certificate.valid_from,
        valid_to: certificate.valid_to,
      })
      .where('id', '=', unit.id)
      .execute()
  })
  services.outbox.wake()
}
