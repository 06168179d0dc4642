import { sql } from 'kysely'
import { purchases, sales } from '#contract/documents/sides.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { decimal, round, text } from '#ledger/money.ts'
import { openCreditEntry, openItemEntry } from '#ledger/posting/open-item.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { insertOpenItems, voidOpenItems } from '#server/journal/open-item.ts'
import { nextIdsOf } from '#server/journal/posting/allocate-ids.ts'
import { postAll } from '#server/journal/posting/post.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { reverseAll } from '#server/journal/posting/reverse-entry.ts'
import { exchangeRateOn } from '#server/organization/exchange-rate-on.ts'
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

/**
 * Open items of the opening balances, as documents that payments settle, and opening credits, as advances. An unchanged
 * one stays; a changed one is voided and created again, unless something was paid or used of it.
 */
export async function saveOpeningDocuments(
  context: Context,
  list: OpeningList,
  items: readonly Item[],
  now: Opening,
  before: Before,
): Promise<void> {
  const stored = await lockItems(context, list)
  const known = new Map(stored.map((row) => [row.id, row]))
  const wanted = await resolveItems(
    context,
    list,
    items.map((item) => withStored(item, known.get(item.id ?? 0))),
    now.date,
  )
  const moved = hasChangedDateOrBranch(now, before)
  const kept = new Set(
    wanted.filter((item) => !moved && sameItem(known.get(item.id ?? 0), item)).map((item) => item.id as number),
  )
  const gone = stored.filter((row) => !kept.has(row.id))
  for (const row of gone) {
    const index = wanted.findIndex((item) => item.id === row.id)
    const field = index < 0 ? list : `${list}.${index}.amount`
    if (decimal(row.settled).gt(0)) throw new Refusal('has_payments', { errors: { [field]: { code: 'has_payments' } } })
  }
  if (before) await voidItems(context, gone, before)
  await postItems(
    context,
    list,
    wanted.filter((item) => !kept.has(item.id ?? 0)),
    now,
  )
}

/** A row that is there already leaves what it does not name. */
function withStored(item: Item, stored: Stored | undefined): Item {
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
type Stored = Awaited<ReturnType<typeof lockItems>>[number]

const lockItems = ({ db }: Context, list: OpeningList) =>
  db
    .selectFrom('documents')
    .selectAll()
    .where('kind', '=', openingLists[list].kind)
    .where('state', '=', 'posted')
    .orderBy('id')
    .forUpdate()
    .execute()

/** Every party and currency must be known; the amount at the rate given, or at the present one. */
async function resolveItems(
  context: Context,
  list: OpeningList,
  items: readonly Item[],
  day: string,
): Promise<Resolved[]> {
  if (items.length === 0) return []
  const { db, session } = context
  const { party, partyField } = openingLists[list].side
  const partyIds = items.map((item) => item[partyField] as number)
  const parties = await db
    .selectFrom('parties')
    .select('id')
    .where('kind', '=', party)
    .where('id', 'in', partyIds)
    .execute()
  const rates = await ratesOf(context, day)
  const { decimalsOf } = await loadAccounts(context)
  const known = new Set(parties.map((row) => row.id))
  const sent = new Set<number>()
  const errors: FieldErrors = {}
  const resolved = items.map((item, index) => {
    const path = `${list}.${index}`
    const party_id = item[partyField] as number
    const rate = rates.get(item.currency_id)
    if (!known.has(party_id)) errors[`${path}.${partyField}`] = { code: 'unknown_reference' }
    else if (item.id && sent.has(item.id)) errors[`${path}.${partyField}`] = { code: 'row_repeated' }
    if (item.id) sent.add(item.id)
    if (rate === undefined) errors[`${path}.currency_id`] = { code: 'unknown_reference' }
    else if (!round(item.amount, decimalsOf(item.currency_id)).eq(item.amount))
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

function sameItem(row: Stored | undefined, item: Resolved): boolean {
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

/** In one read and one reversal, however many there are. */
async function voidItems(context: Context, gone: readonly Stored[], before: Opening): Promise<void> {
  const posted = gone.flatMap(({ entry_id, revision }) => (entry_id === null ? [] : [{ entry_id, revision }]))
  await reverseAll(context, before.period, posted)
  sendWrites(
    context.db,
    voidOpenItems(
      context,
      gone.map(({ id }) => id),
    ),
  )
}

/** All of a list: its documents in one statement, their entries in another. */
async function postItems(context: Context, list: OpeningList, items: readonly Resolved[], now: Opening): Promise<void> {
  const { kind } = openingLists[list]
  const [ids, accounts] = await Promise.all([nextIdsOf(context, items.length), loadAccounts(context)])
  const posted = items.map(({ id: _, number: given, ...item }, index) => {
    const { id, entry_id } = ids[index] as (typeof ids)[number]
    const number = given ?? `OB-${id}`
    const entry = entryOf(context, list, id, item, now)
    const head = {
      id: entry_id,
      date: now.date,
      kind: 'opening',
      source: kind,
      source_id: id,
      description: number,
    } as const
    const document = { ...item, kind, id, number, date: now.date, branch_id: now.branch_id }
    return {
      document: { ...document, entry_id: entry.lines.length > 0 ? entry_id : null },
      posting: { period: now.period, head, entry },
    }
  })
  await insertOpenItems(
    context,
    posted.map(({ document }) => document),
  )
  await postAll(
    context,
    posted.map(({ posting }) => posting),
    accounts,
  )
}

function entryOf(
  { session }: Context,
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
