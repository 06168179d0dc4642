import { sql } from 'kysely'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import { expectedOn, lessPaidAhead } from '#ledger/forecast/forecast.ts'
import type { Context } from '#server/core/context.ts'
import { partyAccounts } from '#server/reports/framework/control-accounts.ts'
import { openItemsAsOfPage } from '#server/reports/receivables/open-items-as-of.ts'
import type { ForecastDays, ForecastRow } from './forecast-row.ts'
import { habitsOf } from './party-habits.ts'

type Item = {
  party_id: number
  party: string
  party_en: string | null
  document_id: number
  kind: string
  number: string | null
  source_id: number
  due_date: string
  amount: string
}

/**
 * What customers owe and what suppliers are owed at the end of the day, on the day each party usually pays. What was paid ahead is
 * taken off the earliest items: it came already.
 */
export async function openItemRows(context: Context, side: Side, { of, end }: ForecastDays): Promise<ForecastRow[]> {
  const own = context.session.organization_id
  const { control, advance, sign } = await partyAccounts(context, side)
  const query = {
    to: of,
    control,
    advance,
    sign,
    known_at: undefined,
    currency: null,
    kinds: side.openKinds,
    party: null,
  }
  const page = openItemsAsOfPage(context, query, { isAsked: sql`true`, offset: 0, limit: itemsMaximum })
  const [{ rows: items }, { rows: ahead }] = await Promise.all([
    sql<Item>`
      SELECT item.party_id, party.name AS party, party.name_en AS party_en, item.document_id, document.kind, document.number,
        coalesce(document.manual_entry_id, document.id) AS source_id, item.due_date, item.amount
      FROM (${page}) AS item
      JOIN documents AS document ON document.organization_id = ${own} AND document.id = item.document_id
      JOIN parties AS party ON party.organization_id = ${own} AND party.id = item.party_id
      ORDER BY item.due_date, item.document_id`.execute(context.db),
    sql<{ party_id: number; amount: string }>`
      SELECT party_id, ${sign}::integer * -sum(debit - credit) AS amount FROM journal_lines
      WHERE organization_id = ${own} AND account_id = ${advance} AND party_id IS NOT NULL AND entry_date <= ${of}::date
      GROUP BY party_id HAVING sum(debit - credit) <> 0`.execute(context.db),
  ])
  const byParty = Map.groupBy(items, ({ party_id }) => party_id)
  const habits = await habitsOf(context, of, [...byParty.keys()])
  const paid = new Map(ahead.map(({ party_id, amount }) => [party_id, amount]))
  const source = side.name === purchases.name ? 'payables' : 'receivables'
  return [...byParty]
    .flatMap(([party, theirs]) => lessPaidAhead(theirs, positive(paid.get(party))))
    .map(
      (item): ForecastRow => ({
        source,
        key: `document:${item.document_id}`,
        amount: item.left,
        due: item.due_date,
        day: expectedOn(item.due_date, habits.late(item.party_id), of),
        label: { word: `records.${item.kind}`, code: item.number },
        party: { name: item.party, name_en: item.party_en },
        link: linkOf(item),
      }),
    )
    .filter(({ day }) => day <= end)
}

const itemsMaximum = 1_000_000
const positive = (amount: string | undefined) => (amount && !amount.startsWith('-') ? amount : '0')

/** An item that a journal entry opened is read there. */
const linkOf = ({ kind, source_id }: Item) => ({
  to: kind.startsWith('journal_') ? 'manual' : kind,
  query: { id: source_id },
})

export const forecastSides = [sales, purchases] as const
