import { sql } from 'kysely'
import type { BillRegistration } from '#contract/assets/assets.ts'
import { purchases } from '#contract/documents/sides.ts'
import { decimal, ratio, split, text, toNumber, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, read } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { loadFacts } from '#server/documents/document-facts.ts'
import { storedInput } from '#server/documents/load-document-input.ts'
import { lockDocument } from '#server/documents/lock-document.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { planAsset } from './plan-asset.ts'
import { awaitNextPart } from './plan-schedule.ts'
import { classOf, rememberAssets } from './register-asset.ts'
import type { StoredClass } from './stored-asset.ts'

/** A row of a bill that is posted: what it cost in base currency, with the tax that is not deducted, less what notes took off. */
export type BoughtRow = {
  line_number: number
  name: string
  name_en: string | null
  account_id: number | null
  cost_center_id: number | null
  amount: string
  /** Input tax of the row in base currency. */
  vat: string
  units: number
  registered: number[]
}

/** The most pieces of one row: each becomes an asset of its own. */
export const unitsMaximum = 200

export async function registerFromBill(context: Context, id: number, asked: BillRegistration): Promise<number[]> {
  const ids = await runWrite(context, { needs, decide }, { ...asked, id })
  for (const one of ids) await awaitNextPart(context, one)
  await rememberAssets(context)
  return ids
}

type Asked = BillRegistration & { id: number }

const needs = (_: Context, { id, asset_class_id }: Asked) => ({
  references: referencedRows({ asset_class_id: ['asset_classes', asset_class_id, {}, 'active'] }),
  bill: { lock: 'documents' as const, load: (context: Context) => lockDocument(context, 'bill', id, undefined) },
  rows: read((context) => boughtRows(context, id)),
  ofClass: classOf(asset_class_id),
  accounts: postingAccounts,
})

function decide(caller: Caller, facts: FactsOf<ReturnType<typeof needs>>, asked: Asked): Decision<number[]> {
  const { bill, rows, references } = facts
  requireReferences(references)
  if (bill.state !== 'posted') throw new Refusal('document_not_posted')
  const row = rows.find(({ line_number }) => line_number === asked.line_number)
  if (!row) throw new Refusal('unknown_row', { field: 'line_number' })
  const ofClass = facts.ofClass as StoredClass
  if (row.account_id !== ofClass.cost_account_id) throw new Refusal('row_not_of_class', { field: 'asset_class_id' })
  const open = Array.from({ length: row.units }, (_, index) => index + 1).filter(
    (unit) => !row.registered.includes(unit),
  )
  const units = open.slice(0, asked.units ?? open.length)
  if (units.length === 0 || (asked.units ?? 0) > open.length)
    throw new Refusal('row_registered', { field: 'units', params: { open: open.length } })
  const { decimals } = caller.session.organization
  const equal = Array<number>(row.units).fill(1)
  const costs = split(row.amount, equal, decimals)
  const vats = split(row.vat, equal, decimals)
  const plan = new Plan(caller, facts.accounts)
  const { id: _, line_number, asset_class_id: __, units: ___, ...described } = asked
  const ids = units.map((unit_number) => {
    const cost = costs[unit_number - 1] ?? zero
    if (cost.lte(0)) throw new Refusal('spread_of_nothing', { field: 'line_number' })
    return planAsset(plan, caller, ofClass, {
      ...described,
      ...{ name: asked.name ?? row.name, name_en: asked.name ? asked.name_en : row.name_en, branch_id: bill.branch_id },
      ...{ cost_center_id: row.cost_center_id, acquired_on: bill.document_date, cost: text(cost) },
      ...{ vat: text(vats[unit_number - 1] ?? zero), document: { id: bill.id, line_number, unit_number } },
    })
  })
  return { plan, result: () => ids.map(({ value }) => value) }
}

/** The rows of a posted bill, with the account where each is in the books. */
export async function boughtRows(context: Context, id: number): Promise<BoughtRow[]> {
  const bill = await context.db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'bill')
    .executeTakeFirst()
  if (!bill) throw new Refusal('not_found')
  if (bill.state !== 'posted') return []
  const input = await storedInput(context, purchases, id)
  const [facts, places] = await Promise.all([
    loadFacts(context, purchases, input, { frozen: bill, mayBeBlocked: true, stored: input }),
    rowPlaces(context, id, bill.entry_id),
  ])
  const { decimals } = context.session.organization
  return places.map((place, index) => ({
    ...place,
    amount: text((facts.posted.base.lines[index] ?? zero).minus(place.credited)),
    vat: text(ratio(place.tax_share, bill.exchange_rate, 1, decimals)),
    units: unitsOf(place.quantity),
  }))
}

/** Pieces of a row: its quantity where that is a number of things, else the row is one. */
function unitsOf(quantity: string): number {
  const pieces = toNumber(decimal(quantity))
  return Number.isInteger(pieces) && pieces >= 1 && pieces <= unitsMaximum ? pieces : 1
}

type Place = Omit<BoughtRow, 'amount' | 'vat' | 'units'> & { quantity: string; credited: string; tax_share: string }

async function rowPlaces({ db, session }: Context, id: number, entry: number | null): Promise<Place[]> {
  const own = session.organization_id
  const { rows } = await sql<Place>`
    SELECT line.line_number, line.product_name AS name, line.product_name_en AS name_en, line.quantity, line.tax_share, line.cost_center_id,
      (SELECT booked.account_id FROM journal_lines AS booked
        JOIN products AS product ON product.organization_id = ${own} AND product.id = line.product_id
        WHERE booked.organization_id = ${own} AND booked.entry_id = ${entry}::bigint AND booked.debit > 0
          AND (booked.product_id = line.product_id OR booked.account_id = product.expense_account_id)
        ORDER BY booked.product_id IS NOT DISTINCT FROM line.product_id DESC, booked.line_number LIMIT 1) AS account_id,
      (SELECT coalesce(sum(taken.net_base), 0) FROM documents AS note
        JOIN document_lines AS taken ON taken.organization_id = ${own} AND taken.document_id = note.id
        WHERE note.organization_id = ${own} AND note.reference_id = ${id}::bigint AND note.state = 'posted'
          AND note.kind = 'supplier_credit' AND taken.reference_line = line.line_number) AS credited,
      (SELECT coalesce(json_agg(asset.unit_number), '[]') FROM assets AS asset
        WHERE asset.organization_id = ${own} AND asset.document_id = line.document_id AND asset.line_number = line.line_number
          AND asset.state <> 'cancelled') AS registered
    FROM document_lines AS line
    WHERE line.organization_id = ${own} AND line.document_id = ${id}::bigint ORDER BY line.line_number`.execute(db)
  return rows
}

/** What a bill bought for good: rows on accounts of assets, and what came of them. */
export async function billAssets(context: Context, id: number) {
  const { db } = context
  const [rows, accounts, registered] = await Promise.all([
    boughtRows(context, id),
    db
      .selectFrom('accounts')
      .leftJoin('asset_classes as class', 'class.cost_account_id', 'accounts.id')
      .select(['accounts.id', 'accounts.name', 'accounts.name_en', 'accounts.number'])
      .where('accounts.class', '=', 'A')
      .where((row) => row.or([row('class.id', 'is not', null), row('accounts.cash_flow_tag', '=', 'inv')]))
      .execute(),
    db
      .selectFrom('assets')
      .select(['id', 'number', 'name', 'name_en', 'line_number', 'cost'])
      .where('document_id', '=', id)
      .where('state', '!=', 'cancelled')
      .orderBy('id')
      .execute(),
  ])
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return {
    rows: rows.flatMap(({ account_id, registered: taken, ...row }) => {
      const account = account_id === null ? undefined : byId.get(account_id)
      return account && decimal(row.amount).gt(0) ? [{ ...row, account, open_units: row.units - taken.length }] : []
    }),
    assets: registered,
  }
}
