import type { z } from 'zod'
import type { assets } from '#contract/assets/assets.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, read } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { type NewAsset, planAsset } from './plan-asset.ts'
import type { StoredClass } from './stored-asset.ts'

export type AssetInput = z.output<typeof assets.input>

/** Registers an asset that the books hold: one of other books, or one that a manual entry bought. `document`: the bill that an import names. */
export async function registerAsset(
  context: Context,
  input: AssetInput,
  document?: NewAsset['document'],
): Promise<number> {
  const id = await runWrite(context, { needs, decide }, { ...input, document })
  await rememberAssets(context)
  return id
}

type Registered = AssetInput & { document: NewAsset['document'] }

const needs = (_: Context, input: Registered) => ({
  references: referencedRows({
    asset_class_id: ['asset_classes', input.asset_class_id, {}, 'active'],
    branch_id: ['branches', input.branch_id, {}, 'active'],
    cost_center_id: ['cost_centers', input.cost_center_id, { postable: true }, 'active'],
    document_id: ['documents', input.document?.id, { kind: 'bill', state: 'posted' }],
  }),
  ofClass: classOf(input.asset_class_id),
  taken: read(({ db }) => isTaken(db, input.number)),
  accounts: postingAccounts,
})

/** The class that an input names; undefined for a stranger's. */
export const classOf = (id: number) =>
  read(({ db }) => db.selectFrom('asset_classes').selectAll().where('id', '=', id).executeTakeFirst())

async function isTaken(db: Context['db'], number: string | null | undefined): Promise<boolean> {
  if (!number) return false
  return (await db.selectFrom('assets').select('id').where('number', '=', number).executeTakeFirst()) !== undefined
}

function decide(caller: Caller, facts: FactsOf<ReturnType<typeof needs>>, input: Registered): Decision<number> {
  requireReferences(facts.references)
  if (facts.taken) throw new Refusal('number_taken', { field: 'number' })
  const plan = new Plan(caller, facts.accounts)
  const id = planAsset(plan, caller, facts.ofClass as StoredClass, input)
  return { plan, result: () => id.value }
}

/** An organization that registers an asset owns assets: from then on the screens have them. */
export async function rememberAssets({ db, services }: Context): Promise<void> {
  const changed = await db
    .updateTable('organizations')
    .set({ owns_assets: true })
    .where('owns_assets', '=', false)
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n) services.forgetSessions()
}
