import { sql } from 'kysely'
import type { EInvoiceUnit, EInvoicingSettings } from '#contract/e-invoicing.ts'
import { type Context, dayInRiyadh } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { planEndOfDay } from './plan-end-of-day.ts'
import { readinessOf, readSeller } from './readiness.ts'

const dayMs = 86_400_000
/** Whole days that remain. Negative after the end. */
export const daysUntil = (end: Date, now: Date): number => Math.floor((end.getTime() - now.getTime()) / dayMs)

type UnitRow = Omit<EInvoiceUnit, 'days_left' | 'valid_to' | 'last_issued_at' | 'refused_at' | 'created_at'> & {
  valid_to: Date | null
  last_issued_at: Date | null
  refused_at: Date | null
  created_at: Date
}

/** Phase, readiness and units: never a key, a token or a secret. */
export async function showSettings(context: Context): Promise<EInvoicingSettings> {
  const { db, session, services } = context
  const [own, seller, { rows }] = await Promise.all([
    db.selectFrom('organizations').select(['e_invoicing_phase', 'e_invoicing_since']).executeTakeFirstOrThrow(),
    readSeller(context),
    sql<UnitRow>`
      SELECT unit.id, unit.name, unit.environment, unit.state, unit.serial, unit.vat_number, unit.counter, unit.valid_to, unit.last_issued_at,
        unit.refused_at, unit.created_at, (SELECT json_build_object('id', branch.id, 'name', branch.name, 'name_en', branch.name_en)
          FROM branches AS branch WHERE branch.organization_id = ${session.organization_id} AND branch.id = unit.branch_id) AS branch
      FROM e_invoice_units AS unit WHERE unit.organization_id = ${session.organization_id} ORDER BY unit.id DESC`.execute(
      db,
    ),
  ])
  const now = services.clock.now()
  const text = (instant: Date | null) => instant?.toISOString() ?? null
  return {
    phase: String(own.e_invoicing_phase) as EInvoicingSettings['phase'],
    since: own.e_invoicing_since,
    readiness: readinessOf(seller),
    units: rows.map((unit) => ({
      ...unit,
      days_left: unit.valid_to === null ? null : daysUntil(unit.valid_to, now),
      valid_to: text(unit.valid_to),
      last_issued_at: text(unit.last_issued_at),
      refused_at: text(unit.refused_at),
      created_at: unit.created_at.toISOString(),
    })) as EInvoicingSettings['units'],
    is_stand_in: services.config.eInvoicePlatform !== undefined,
  }
}

type PhaseInput = { phase: '0' | '1' | '2'; since?: string | null | undefined }

/** The phase and its first day. Phase 2 requires a unit that can stamp. It cannot be left once documents are stamped. */
export async function setPhase(context: Context, { phase, since }: PhaseInput): Promise<void> {
  const { db, session, services, today } = context
  const current = await db
    .selectFrom('organizations')
    .select(['e_invoicing_phase', 'e_invoicing_since'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const day = phase === '2' ? (since ?? current.e_invoicing_since ?? today) : null
  if (String(current.e_invoicing_phase) === phase && current.e_invoicing_since === day) return
  const stamped = await db.selectFrom('e_documents').select('id').limit(1).executeTakeFirst()
  if (stamped) throw new Refusal('e_invoicing_begun', { field: phase === '2' ? 'since' : 'phase' })
  if (day !== null) await requireMayBegin(context, day)
  await db
    .updateTable('organizations')
    .set({ e_invoicing_phase: Number(phase), e_invoicing_since: day })
    .execute()
  if (day !== null) await planEndOfDay(db, session.organization_id, services.clock.now())
  services.forgetSessions()
}

async function requireMayBegin({ db, session, today }: Context, since: string): Promise<void> {
  if (since < today) throw new Refusal('e_invoicing_since_past', { field: 'since' })
  const unit = await db
    .selectFrom('e_invoice_units')
    .select('id')
    .where('state', '=', 'live')
    .limit(1)
    .executeTakeFirst()
  if (!unit) throw new Refusal('e_invoicing_needs_unit', { field: 'phase' })
  // Documents issued before have no stamp and never get one.
  const { rows } = await sql<{ issued_at: Date }>`
    SELECT issued_at FROM documents WHERE organization_id = ${session.organization_id} AND is_tax_invoice AND issued_at IS NOT NULL
      AND posted_at >= (${since}::date::timestamp AT TIME ZONE 'Asia/Riyadh') LIMIT 1`.execute(db)
  const [issued] = rows
  if (issued && dayInRiyadh(issued.issued_at) >= since)
    throw new Refusal('e_invoicing_since_issued', { field: 'since' })
}
