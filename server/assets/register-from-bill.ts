import { sql } from 'kysely'
import type { BillRegistration } from '#contract/assets/assets.ts'
import { purchases } from '#contract/documents/sides.ts'
import { type Decimal, decimal, ratio, split, sum, text, toNumber, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, type Need, read } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { loadFacts } from '#server/documents/document-facts.ts'
import type { DocumentInput } from '#server/documents/document-input.ts'
import { storedInput } from '#server/documents/load-document-input.ts'
import { lockDocument } from '#server/documents/lock-document.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { planAsset } from './plan-asset.ts'
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
  /** Its pieces, less those that notes gave back. */
  units: number
  registered: { unit_number: number; cost: string }[]
}

/** The most pieces of one row: each becomes an asset of its own. */
export const unitsMaximum = 200

export async function registerFromBill(context: Context, id: number, asked: BillRegistration): Promise<number[]> {
  const ids = await runWrite(context, { needs, decide }, { ...asked, id })
  await rememberAssets(context)
  return ids
}

type RegistrationInput = BillRegistration & { id: number }

const needs = (_: Context, { id, asset_class_id }: RegistrationInput) => ({
  references: referencedRows({ asset_class_id: ['asset_classes', asset_class_id, {}, 'active'] }),
  bill: { lock: 'documents' as const, load: (context: Context) => lockDocument(context, 'bill', id, undefined) },
  rows: read((context) => boughtRows(context, id)),
  ofClass: classOf(asset_class_id),
  accounts: postingAccounts,
})

function decide(
  caller: Caller,
  facts: FactsOf<ReturnType<typeof needs>>,
  asked: RegistrationInput,
): Decision<number[]> {
  const { bill, rows, references } = facts
  requireReferences(references)
  if (bill.state !== 'posted') throw new Refusal('document_not_posted')
  const row = rows.find(({ line_number }) => line_number === asked.line_number)
  if (!row) throw new Refusal('unknown_row', { field: 'line_number' })
  const ofClass = facts.ofClass as StoredClass
  if (row.account_id !== ofClass.cost_account_id) throw new Refusal('row_not_of_class', { field: 'asset_class_id' })
  const open = openUnits(row)
  const units = open.slice(0, asked.units ?? open.length)
  if (units.length === 0 || (asked.units ?? 0) > open.length)
    throw new Refusal('row_registered', { field: 'units', params: { open: open.length } })
  const { decimals } = caller.session.organization
  const costs = split(unregistered(row), Array<number>(open.length).fill(1), decimals)
  const vats = split(row.vat, Array<number>(row.units).fill(1), decimals)
  const plan = new Plan(caller, facts.accounts)
  const { id: _, line_number, asset_class_id: __, units: ___, ...described } = asked
  const ids = units.map((unit_number, index) => {
    const cost = costs[index] ?? zero
    if (cost.lte(0)) throw new Refusal('spread_of_nothing', { field: 'line_number' })
    return planAsset(plan, caller, ofClass, {
      ...described,
      name: asked.name ?? row.name,
      name_en: asked.name ? asked.name_en : row.name_en,
      branch_id: bill.branch_id,
      cost_center_id: row.cost_center_id,
      acquired_on: bill.document_date,
      cost: text(cost),
      vat: text(vats[row.registered.length + index] ?? zero),
      document: { id: bill.id, line_number, unit_number },
    })
  })
  return { plan, result: () => ids.map(({ value }) => value) }
}

/** The pieces of a row that are not registered: as many as are left, by the lowest numbers that are free. */
function openUnits({ units, registered }: BoughtRow): number[] {
  const taken = new Set(registered.map(({ unit_number }) => unit_number))
  const free = Array.from({ length: units + taken.size }, (_, index) => index + 1).filter((unit) => !taken.has(unit))
  return free.slice(0, Math.max(units - taken.size, 0))
}

/** What a row costs less what its registered pieces cost. */
export const unregistered = ({ amount, registered }: BoughtRow): Decimal =>
  decimal(amount).minus(sum(registered.map(({ cost }) => cost)))

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
  const input = withoutLinks(await storedInput(context, purchases, id))
  const [facts, places] = await Promise.all([
    loadFacts(context, purchases, input, { frozen: bill, mayBeBlocked: true, stored: input }),
    rowPlaces(context, id, bill.entry_id),
  ])
  const { decimals } = context.session.organization
  return places.map((place, index) => {
    const net = facts.base.lines[index] ?? zero
    // Notes take the tax of a row off with its net, the part that is cost as well.
    const left = (figure: Decimal) => (net.eq(0) ? figure : ratio(figure, net.minus(place.credited), net, decimals))
    return {
      ...place,
      amount: text(left(facts.posted.base.lines[index] ?? zero)),
      vat: text(left(ratio(place.tax_share, bill.exchange_rate, 1, decimals))),
      units: unitsOf(place.quantity, place.returned),
    }
  })
}

/** The figures of a bill do not depend on its place and orders, which are locked where they are read. */
const withoutLinks = (input: DocumentInput): DocumentInput => ({
  ...input,
  place_id: null,
  items: input.items.map((item) => ({ ...item, order_line_id: null, goods_line_id: null, difference_reason: null })),
})

/** The rows of which assets are registered. */
export const registeredRows = (id: number): Need<BoughtRow[]> =>
  read(async (context) => {
    const asset = await context.db
      .selectFrom('assets')
      .select('id')
      .where('document_id', '=', id)
      .where('state', '!=', 'cancelled')
      .limit(1)
      .executeTakeFirst()
    return asset ? (await boughtRows(context, id)).filter(({ registered }) => registered.length > 0) : []
  })

/** Pieces of a row: its quantity where that is a number of things, else the row is one. */
function unitsOf(quantity: string, returned: string): number {
  const isCounted = [quantity, returned].every((figure) => Number.isInteger(toNumber(decimal(figure))))
  const pieces = toNumber(decimal(quantity).minus(returned))
  return isCounted && pieces >= 0 && pieces <= unitsMaximum ? pieces : 1
}

type Place = Omit<BoughtRow, 'amount' | 'vat' | 'units'> &
  Record<'quantity' | 'returned' | 'credited' | 'tax_share', string>

async function rowPlaces({ db, session }: Context, id: number, entry: number | null): Promise<Place[]> {
  const own = session.organization_id
  const { rows } = await sql<Place>`
    SELECT line.line_number, line.product_name AS name, line.product_name_en AS name_en, line.quantity, line.tax_share, line.cost_center_id,
      (SELECT booked.account_id FROM journal_lines AS booked
        WHERE booked.organization_id = ${own} AND booked.entry_id = ${entry}::bigint AND booked.debit > 0
          AND booked.product_id = line.product_id ORDER BY booked.line_number LIMIT 1) AS account_id,
      noted.credited, noted.returned,
      (SELECT coalesce(json_agg(json_build_object('unit_number', asset.unit_number, 'cost', acquired.cost::text)), '[]')
        FROM assets AS asset
        JOIN asset_events AS acquired ON acquired.organization_id = ${own} AND acquired.asset_id = asset.id AND acquired.kind = 'acquired'
        WHERE asset.organization_id = ${own} AND asset.document_id = line.document_id AND asset.line_number = line.line_number
          AND asset.state <> 'cancelled') AS registered
    FROM document_lines AS line
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(taken.net_base), 0) AS credited, coalesce(sum(taken.quantity) FILTER (WHERE taken.is_return), 0) AS returned
      FROM documents AS note
      JOIN document_lines AS taken ON taken.organization_id = ${own} AND taken.document_id = note.id
      WHERE note.organization_id = ${own} AND note.reference_id = ${id}::bigint AND note.state = 'posted'
        AND note.kind = 'supplier_credit' AND taken.reference_line = line.line_number) AS noted
    WHERE line.organization_id = ${own} AND line.document_id = ${id}::bigint ORDER BY line.line_number`.execute(db)
  return rows
}

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
    rows: rows.flatMap((row) => {
      const account = row.account_id === null ? undefined : byId.get(row.account_id)
      return account && decimal(row.amount).gt(0) ? [{ ...row, account, open_units: openUnits(row).length }] : []
    }),
    assets: registered,
  }
}
