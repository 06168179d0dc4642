import { sql } from 'kysely'
import { type Context, dayInRiyadh } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { enqueue, type Handler } from '#server/outbox/outbox.ts'
import { issueEDocument } from './issue-e-document.ts'
import { inPhase2 } from './phase.ts'

const dayMs = 86_400_000
/** One row of evenings, and the day that begins behind this one. */
type Planned = { run: string; day: string }
/** Five minutes past midnight in Riyadh of the day that this moment is in, and so many days on. */
const pastMidnight = (now: Date, days: number) =>
  new Date(Date.parse(`${dayInRiyadh(now)}T00:05:00+03:00`) + days * dayMs)

/** What was posted and never handed over is issued when its day is over, day after day while the organisation is in phase 2. */
export async function planEndOfDay(
  db: TenantDatabase,
  organizationId: number,
  now: Date,
  last?: Planned,
): Promise<void> {
  const next = pastMidnight(now, 1)
  // However the clocks of server and database differ: no evening is planned twice, and none ends the row of them.
  const due_at =
    last && dayInRiyadh(next) <= last.day ? new Date(Date.parse(`${last.day}T00:05:00+03:00`) + dayMs) : next
  const payload: Planned = { run: last?.run ?? crypto.randomUUID(), day: dayInRiyadh(due_at) }
  await enqueue(db, organizationId, { kind: 'e_invoice_day', key: `${payload.run} ${payload.day}`, payload, due_at })
}

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
      await planEndOfDay(db, own.organization_id, services().clock.now(), payload as Planned)
  },
})

/** Each in a transaction of its own; one that the rules refuse stays as it is, and the control room names it. */
async function issueWhatIsOver(services: Services, organizationId: number): Promise<void> {
  const today = dayInRiyadh(services.clock.now())
  const open = await inTenant(services.pool, organizationId, 'read', async (db) => {
    const context = await systemContext(services, db, organizationId, today)
    return inPhase2(context) ? unissued(context) : []
  })
  for (const { id, kind } of open)
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
    }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  services.outbox.wake()
}

/** What was posted before today and is not issued, the earliest first: a note comes after what it corrects. */
export async function unissued({ db, session, today }: Context) {
  const { rows } = await sql<{ id: number; kind: string; number: string; date: string }>`
    SELECT id, kind, number, document_date AS date FROM documents
    WHERE organization_id = ${session.organization_id} AND state = 'posted' AND is_tax_invoice AND issued_at IS NULL
      AND posted_at >= (${session.organization.e_invoicing_since}::date::timestamp AT TIME ZONE 'Asia/Riyadh')
      AND posted_at < (${today}::date::timestamp AT TIME ZONE 'Asia/Riyadh')
    ORDER BY posted_at, id LIMIT 500`.execute(db)
  return rows
}

/** There is no user: the organisation issues automatically. */
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
  const nobody = { user_id: 0, token_hash: Buffer.alloc(0), is_owner: false, authority: new Set<string>() }
  return {
    db,
    services,
    session: { organization_id, organization, ...nobody },
    language: 'ar',
    today,
    request_id: 'end of day',
  }
}
