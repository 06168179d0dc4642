import { randomUUID } from 'node:crypto'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'

type UnitInput = { name: string; environment: string; branch_id?: number | null | undefined }

/** A unit without a certificate yet. A trial unit cannot replace an active production unit. */
export async function createUnit(
  context: Context,
  { name, environment, branch_id = null }: UnitInput,
): Promise<number> {
  const { db, session } = context
  if (environment !== 'production') await requireNoProduction(db)
  if (branch_id !== null) await requireRows(db, { branch_id: ['branches', branch_id] })
  const live = await db
    .selectFrom('e_invoice_units')
    .select('id')
    .where('state', '=', 'live')
    .where('environment', '=', 'production')
    .where('branch_id', branch_id === null ? 'is' : '=', branch_id)
    .executeTakeFirst()
  if (live) throw new Refusal('e_invoice_unit_exists', { field: 'branch_id' })
  const { id } = await db
    .insertInto('e_invoice_units')
    .values({ name, environment, branch_id, serial: `1-Mizan|2-1.0|3-${randomUUID()}`, created_by: session.user_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The environment belongs to the organization: next to a live production unit, a trial unit would take real invoices. */
export async function requireNoProduction(db: Context['db']): Promise<void> {
  const live = await db
    .selectFrom('e_invoice_units')
    .select('id')
    .where('state', '=', 'live')
    .where('environment', '=', 'production')
    .limit(1)
    .executeTakeFirst()
  if (live) throw new Refusal('e_invoice_trial_beside_production', { field: 'environment' })
}

/** Retires a unit. All documents it stamped must be answered first: they need its certificate. */
export async function retireUnit({ db, session, today }: Context, id: number): Promise<void> {
  const unit = await db
    .selectFrom('e_invoice_units')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!unit) throw new Refusal('not_found')
  if (unit.state === 'retired') return
  const open = await db
    .selectFrom('e_documents')
    .select('id')
    .where('unit_id', '=', id)
    .where('state', 'in', ['waiting', 'unknown', 'not_sent', 'cleared_without_xml'])
    .limit(1)
    .executeTakeFirst()
  if (open) throw new Refusal('e_invoice_unit_waiting')
  const { e_invoicing_phase: phase, e_invoicing_since: since } = session.organization
  const others = await db
    .selectFrom('e_invoice_units')
    .select('id')
    .where('state', '=', 'live')
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  // In phase 2 the last one stays: nothing could be issued.
  if (unit.state === 'live' && phase === 2 && since !== null && since <= today && !others)
    throw new Refusal('e_invoicing_needs_unit')
  await db.updateTable('e_invoice_units').set({ state: 'retired' }).where('id', '=', id).execute()
}
