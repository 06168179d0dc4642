import { sql } from 'kysely'
import { type Context, dayInRiyadh } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { mailAttention } from '#server/e-invoicing/mail-attention.ts'
import { inPhase2 } from '#server/e-invoicing/phase.ts'
import { type PlannedEvening, planEndOfDay } from '#server/e-invoicing/plan-end-of-day.ts'
import { unissued, unissuedPageSize } from '#server/e-invoicing/unissued.ts'
import type { Handler } from '#server/outbox/outbox.ts'
import { issueEDocument } from './issue-e-document.ts'

export const endOfDayHandler = (services: () => Services): Handler => ({
  afterCrash: 'resend',
  async deliver(organizationId) {
    await issueWhatIsOver(services(), organizationId)
    return { state: 'sent' }
  },
  async settle(db, { payload }, outcome) {
    if (outcome.state !== 'sent') return
    const { rows } = await sql<{ organization_id: number; e_invoicing_phase: number }>`
      SELECT organization_id, e_invoicing_phase FROM organizations`.execute(db)
    const [own] = rows
    if (own?.e_invoicing_phase === 2)
      await planEndOfDay(db, own.organization_id, services().clock.now(), payload as PlannedEvening)
  },
})

/** Page by page, until none is left: a day has as many documents as it has. Then the owners hear what needs attention. */
async function issueWhatIsOver(services: Services, organizationId: number): Promise<void> {
  const today = dayInRiyadh(services.clock.now())
  let refused = 0
  let after: number | null = null
  for (;;) {
    const page: { id: number; kind: string }[] = await inTenant(services.pool, organizationId, 'read', async (db) => {
      const context = await systemContext(services, db, organizationId, today)
      return inPhase2(context) ? unissued(context, after) : []
    })
    for (const one of page) if (!(await issueUnlessRefused(services, organizationId, one))) refused++
    if (page.length < unissuedPageSize) break
    after = page.at(-1)?.id ?? null
  }
  await inTenant(services.pool, organizationId, 'write', async (db) => {
    const context = await systemContext(services, db, organizationId, today)
    if (inPhase2(context)) await mailAttention(context, refused)
  })
  services.outbox.wake()
}

/** In a transaction of its own. One that the rules refuse stays as it is, and the control room names it. */
async function issueUnlessRefused(
  services: Services,
  organizationId: number,
  { id, kind }: { id: number; kind: string },
) {
  const today = dayInRiyadh(services.clock.now())
  try {
    await inTenant(services.pool, organizationId, 'write', async (db) => {
      const context = await systemContext(services, db, organizationId, today)
      const row = await db
        .selectFrom('documents')
        .select(['state', 'issued_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (row?.state !== 'posted' || row.issued_at !== null || !inPhase2(context)) return
      await issueEDocument(context, kind, id)
    })
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

/** The organisation itself issues: without a user, without permissions. */
async function systemContext(
  services: Services,
  db: TenantDatabase,
  organization_id: number,
  today: string,
): Promise<Context> {
  const { rows } = await sql<Context['session']['organization']>`
    SELECT own.status, own.currency_id, currency.decimals, own.tax_number, own.manual_numbers, own.receipt_without_reference,
      own.default_save_action, own.row_tax_always_invoice, own.vat_status, own.settlement_tolerance, own.e_invoicing_phase, own.e_invoicing_since
    FROM organizations AS own JOIN currencies AS currency ON currency.id = own.currency_id
    WHERE own.organization_id = ${organization_id}`.execute(db)
  const organization = rows[0] as Context['session']['organization']
  const nobody = {
    ...{ user_id: 0, token_hash: Buffer.alloc(0), api_key: null },
    ...{ is_owner: false, is_confirmed: false, lacks_second_factor: false, authority: new Set<string>() },
  }
  return {
    db,
    services,
    session: { organization_id, organization, ...nobody },
    language: 'ar',
    today,
    request_id: 'end of day',
    ip: null,
  }
}
