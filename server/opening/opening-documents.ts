import { type Selectable, sql } from 'kysely'
import { purchases, sales } from '#contract/documents/sides.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { decimal, round, text } from '#ledger/money.ts'
import { openCreditEntry, openItemEntry } from '#ledger/posting/open-item.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, type Need, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { exchangeRateOn } from '#server/organization/exchange-rate-on.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { newIdsOf } from '#server/posting/facts/new-ids.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { outOfScopeTax, planOpenItem, planVoidItem } from '#server/posting/plan-open-item.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { type Before, hasChangedDateOrBranch, type Opening, type OpeningInput } from './opening-changes.ts'

type Item = Omit<OpeningInput['receivables'][number], 'customer_id' | 'due_date'> & {
  due_date?: string
  customer_id?: number
  supplier_id?: number
}
/** Each list of what was brought along: whose it is, how its documents are called, what they post. */
export const openingLists = {
  receivables: { side: sales, kind: 'opening_receivable', isOwed: true },
  payables: { side: purchases, kind: 'opening_payable', isOwed: true },
  customer_credits: { side: sales, kind: 'opening_customer_credit', isOwed: false },
  supplier_credits: { side: purchases, kind: 'opening_supplier_credit', isOwed: false },
} as const
export type OpeningList = keyof typeof openingLists

type Input = { list: OpeningList; items: readonly Item[]; now: Opening; before: Before }

/**
 * Open items of the opening balances, as documents that payments settle, and opening credits, as advances. An unchanged
 * one stays; a changed one is voided and created again, unless something was paid or used of it.
 */
export const saveOpeningDocuments = (
  context: Context,
  list: OpeningList,
  items: readonly Item[],
  now: Opening,
  before: Before,
): Promise<void> => runWrite(context, { needs, decide }, { list, items, now, before })

function needs(_: Context, { list, items, now, before }: Input) {
  const { kind, side } = openingLists[list]
  return {
    stored: storedItems(list),
    parties: read(({ db }) =>
      partiesOf(
        db,
        side.party,
        items.map((item) => item[side.partyField] as number),
      ),
    ),
    rates: items.length === 0 ? known(new Map<number, string | null>()) : read((context) => ratesOf(context, now.date)),
    entries:
      before === null
        ? known([])
        : entriesWithin(
            (organization) => sql`SELECT entry_id FROM documents
              WHERE organization_id = ${organization} AND kind = ${kind} AND state = 'posted'`,
          ),
    ids: newIdsOf('documents', items.length),
    tax: items.length === 0 ? known(undefined) : outOfScopeTax,
    accounts: postingAccounts,
  }
}
type Facts = FactsOf<ReturnType<typeof needs>>

function decide(caller: Caller, facts: Facts, { list, items, now, before }: Input): Decision<void> {
  const { stored } = facts
  const storedById = new Map(stored.map((row) => [row.id, row]))
  const whole = items.map((item) => withStored(item, storedById.get(item.id ?? 0)))
  const wanted = resolveItems(caller, facts, list, whole, now.date)
  const moved = hasChangedDateOrBranch(now, before)
  const kept = new Set(
    wanted.filter((item) => !moved && sameItem(storedById.get(item.id ?? 0), item)).map((item) => item.id as number),
  )
  const gone = stored.filter((row) => !kept.has(row.id))
  for (const row of gone) {
    const index = wanted.findIndex((item) => item.id === row.id)
    const field = index < 0 ? list : `${list}.${index}.amount`
    if (decimal(row.settled).gt(0)) throw new Refusal('has_payments', { errors: { [field]: { code: 'has_payments' } } })
  }
  const plan = new Plan(caller, facts.accounts)
  if (before) planVoids(plan, caller, facts, gone, before)
  const added = wanted.filter((item) => !kept.has(item.id ?? 0))
  for (const [index, item] of added.entries())
    planItem(plan, caller, facts, { list, now, id: facts.ids[index] as number, item })
  return { plan, result: () => undefined }
}

/** A row that is there already leaves what it does not name. */
function withStored(item: Item, stored: StoredDocument | undefined): Item {
  if (!stored) return item
  const rate = stored.currency_id === item.currency_id ? stored.exchange_rate : undefined
  const { number = stored.number, exchange_rate = rate } = item
  return { ...item, number, exchange_rate }
}

type Resolved = {
  id: number | null
  number: string | null
  party_id: number
  due_date: string
  currency_id: number
  exchange_rate: string
  amount: string
  total_base: string
}
type StoredDocument = Selectable<Database['documents']>

/** The kinds of which there is an item: a list without any, now and before, needs nothing. */
export async function kindsOfStoredItems({ db }: Context): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('documents')
    .select('kind')
    .distinct()
    .where(
      'kind',
      'in',
      Object.values(openingLists).map(({ kind }) => kind),
    )
    .where('state', '=', 'posted')
    .execute()
  return new Set(rows.map(({ kind }) => kind))
}

const storedItems = (list: OpeningList): Need<StoredDocument[]> => ({
  lock: 'documents',
  load: ({ db }) =>
    db
      .selectFrom('documents')
      .selectAll()
      .where('kind', '=', openingLists[list].kind)
      .where('state', '=', 'posted')
      .orderBy('id')
      .forUpdate()
      .execute(),
})

async function partiesOf(db: Context['db'], kind: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('parties').select('id').where('kind', '=', kind).where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Every party and currency must be known; the amount at the rate given, or at the present one. */
function resolveItems(
  { session }: Caller,
  { parties, rates, accounts }: Facts,
  list: OpeningList,
  items: readonly Item[],
  day: string,
): Resolved[] {
  const { partyField } = openingLists[list].side
  const sent = new Set<number>()
  const errors: FieldErrors = {}
  const resolved = items.map((item, index) => {
    const path = `${list}.${index}`
    const party_id = item[partyField] as number
    const rate = rates.get(item.currency_id)
    if (!parties.has(party_id)) errors[`${path}.${partyField}`] = { code: 'unknown_reference' }
    else if (item.id && sent.has(item.id)) errors[`${path}.${partyField}`] = { code: 'row_repeated' }
    if (item.id) sent.add(item.id)
    if (rate === undefined) errors[`${path}.currency_id`] = { code: 'unknown_reference' }
    else if (!round(item.amount, accounts.decimalsOf(item.currency_id)).eq(item.amount))
      errors[`${path}.amount`] = { code: 'too_many_decimals' }
    const isBase = item.currency_id === session.organization.currency_id
    const exchange_rate = isBase ? '1' : (item.exchange_rate ?? rate)
    if (rate !== undefined && !exchange_rate) errors[`${path}.exchange_rate`] = { code: 'currency_without_rate' }
    const total_base = text(round(decimal(item.amount).times(exchange_rate ?? '0'), session.organization.decimals))
    return {
      id: item.id ?? null,
      number: item.number ?? null,
      party_id,
      // An opening credit has no due date: it may be used from the first day.
      due_date: item.due_date ?? day,
      currency_id: item.currency_id,
      exchange_rate: exchange_rate ?? '0',
      amount: item.amount,
      total_base,
    }
  })
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  return resolved
}

/** All currencies with their rates on the day. NULL where the organisation has none. */
async function ratesOf({ db, session }: Context, day: string): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; rate: string | null }>`
    SELECT currency.id, ${exchangeRateOn(session.organization_id, sql`currency.id`, day)} AS rate FROM currencies AS currency`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row.rate]))
}

function sameItem(row: StoredDocument | undefined, item: Resolved): boolean {
  return (
    row !== undefined &&
    row.party_id === item.party_id &&
    row.due_date === item.due_date &&
    row.currency_id === item.currency_id &&
    (item.number === null || row.number === item.number) &&
    decimal(row.total).eq(item.amount) &&
    decimal(row.total_base).eq(item.total_base)
  )
}

function planVoids(
  plan: Plan,
  caller: Caller,
  { entries }: Facts,
  gone: readonly StoredDocument[],
  before: Opening,
): void {
  for (const item of gone) {
    const entry = entries.find(({ id }) => id === item.entry_id)
    if (entry) plan.reverse(before.period, entry, { date: entry.head.entry_date, source_revision: item.revision })
    planVoidItem(plan, caller, item)
  }
}

type Added = { list: OpeningList; now: Opening; id: number; item: Resolved }

function planItem(plan: Plan, caller: Caller, { tax }: Facts, { list, now, id, item }: Added): void {
  const { kind } = openingLists[list]
  const { id: _, number: given, ...rest } = item
  const number = given ?? `OB-${id}`
  const head = { date: now.date, kind: 'opening', source: kind, source_id: id, source_revision: 1 } as const
  const entry_id = plan.post(now.period, { ...head, description: number }, entryOf(caller, list, id, rest, now))
  planOpenItem(plan, caller, tax, { ...rest, kind, id, number, entry_id, date: now.date, branch_id: now.branch_id })
}

function entryOf(
  { session }: Caller,
  list: OpeningList,
  id: number,
  item: Omit<Resolved, 'id' | 'number'>,
  now: Opening,
) {
  const { side, isOwed } = openingLists[list]
  const isBase = item.currency_id === session.organization.currency_id
  const facts = {
    document_id: id,
    branch_id: now.branch_id,
    party_id: item.party_id,
    currency_id: isBase ? null : item.currency_id,
    amount: item.amount,
    amount_base: item.total_base,
    against: 'OPEN_EQ' as const,
  }
  return isOwed ? openItemEntry(ledgerSides[side.name], facts) : openCreditEntry(ledgerSides[side.name], facts)
}
