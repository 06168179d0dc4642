import type { Side } from '#contract/documents/sides.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { partyAccounts } from '../framework/control-accounts.ts'
import { daysOf } from '../framework/date-range.ts'
import { entryLabel, sourceLink } from '../framework/entry-words.ts'
import { currencyHeader, foreignCurrency } from '../framework/report-currency.ts'
import { requireReportParty } from '../framework/report-party.ts'
import { column, forwardedFilters, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { ageing, agesOf, knownAgesOf, knownItemsOf, type OpenDocument } from '../receivables/open-amount-sql.ts'
import { openLink } from '../receivables/open-items-link.ts'
import { retainedNote } from '../receivables/retained-note.ts'
import { currenciesOf, type Movement, type MovementSums, readMovements, sumMovements } from './party-movements.ts'
import { spellCursor } from './statement-scope.ts'

type Query = {
  from?: string | undefined
  to?: string | undefined
  after?: string | undefined
  currency_id?: number | undefined
  as_known_at?: string | undefined
}

/**
 * Movements between us and a customer or supplier, with balances (accounting rule 5.9): receivables and advances as one
 * balance, and the open amount of each document at the end. Movements without effect between the parties are excluded:
 * using an advance, and an entry corrected on its own day.
 */
export const showPartyStatement =
  (side: Side) =>
  async (context: Context, query: Query & Record<string, unknown>, limit: number): Promise<SheetInput> => {
    const [party, currency, { from, to }, { control, advance, sign }] = await Promise.all([
      requireReportParty(context, side, query[side.partyField] as number),
      foreignCurrency(context, query.currency_id),
      daysOf(context, query),
      partyAccounts(context, side),
    ])
    const { as_known_at: known_at } = query
    const { openKinds } = side
    const parties = { kind: side.party, id: party.id }
    const movementsQuery = { accounts: [control, advance], party: parties, openKinds, from, to, currency, known_at }
    const known = { party: parties, to, currency, known_at, control, sign, kinds: openKinds }
    const [{ found, next, before, open }, codes, retained] = await Promise.all([
      readMovements(context, movementsQuery, {
        after: query.after,
        limit,
        ages: (isAsked) => (known_at ? knownAgesOf(context, known, isAsked) : agesOf(context, movementsQuery, isAsked)),
      }),
      currency ? [] : currenciesOf(context, movementsQuery),
      currency || known_at ? [] : retainedNote(context, side, to, party),
    ])
    // The total is below the last page; a statement of one page has it on that page.
    const [items, sums] = await Promise.all([
      known_at
        ? knownItemsOf(
            context,
            known,
            found.map(({ entry_id }) => entry_id),
          )
        : null,
      query.after && !next ? sumMovements(context, movementsQuery) : sumOf(found),
    ])
    let balance = decimal(before)
    const first = boundary(query.after ? 'carried' : 'opening', { balance: text(balance.times(sign)) })
    const begun = { [side.partyField]: party.id, to: addDays(from, -1), ...(currency && { currency_id: currency.id }) }
    const earlier = {
      to: `${side.party}_statement`,
      query: { ...begun, ...forwardedFilters({ as_known_at: known_at }) },
    }
    const rows = [
      query.after ? first : { ...first, links: { balance: earlier } },
      ...found.map((row) => {
        balance = balance.plus(row.amount)
        return movementRow(side, row, { sign, balance: text(balance.times(sign)), item: items?.get(row.entry_id) })
      }),
    ]
    const closing = text(balance.times(sign))
    const end = { ...boundary('closing', { ...sums, balance: closing }), style: 'total' as const }
    return sheetOf({ from, to }, columns, next ? rows : [...rows, end], {
      subject: named(party),
      // It is sent to its party: it names their VAT number as an invoice does.
      filters: party.tax_number ? [{ name: `${side.party}_tax_number`, chosen: [{ name: party.tax_number }] }] : [],
      currency: currencyHeader(currency),
      below: next ? null : ageing(open, to, closing, openLink(side, party, { to, currency, known_at })),
      notes: [...foreignNotes(codes), ...(next ? [] : retained)],
      next: next && spellCursor({ date: next.entry_date, entry_id: next.entry_id, line_number: 0 }),
    })
  }

/** The kinds that increase and those that decrease the balance. */
function sumOf(rows: readonly Movement[]): MovementSums {
  const amounts = rows.map(({ amount }) => decimal(amount))
  const of = (are: boolean) => text(sum(amounts.filter((amount) => amount.gt(0) === are)).abs())
  return { debit: of(true), credit: of(false) }
}

const columns = withLeadingColumns(
  ['balance'],
  [
    column('date', 'date'),
    column('entry', 'label'),
    column('due_date', 'date'),
    ...['debit', 'credit', 'balance', 'remaining'].map((key) => column(key, 'amount')),
  ],
)

type RunningBalance = { sign: 1 | -1; balance: string; item: OpenDocument | undefined }

function movementRow(side: Side, row: Movement, { sign, balance, item }: RunningBalance): SheetRow {
  const amount = decimal(row.amount)
  // Receivables have a date and an open amount. Receipts and credit notes have neither.
  const isOwed = (side.openKinds as readonly string[]).includes(row.source) && amount.times(sign).gt(0)
  const remaining = isOwed ? (item?.remaining ?? row.remaining ?? '0') : null
  return {
    key: `entry:${row.entry_id}`,
    style: 'line',
    level: 1,
    label: entryLabel(row),
    texts: { date: row.entry_date, due_date: isOwed ? (item?.due_date ?? row.due_date) : null },
    figures: {
      ...(amount.gt(0) ? { debit: text(amount) } : { credit: text(amount.abs()) }),
      balance,
      ...(remaining !== null && { remaining }),
    },
    link: sourceLink(row),
  }
}

const boundary = (key: string, figures: SheetRow['figures']): SheetRow => ({
  key,
  style: 'group',
  level: 1,
  label: word(`lines.${key}`),
  texts: {},
  figures,
})

const foreignNotes = (codes: readonly string[]): SheetInput['notes'] =>
  codes.length === 0 ? [] : [{ word: 'notes.foreign', params: { codes: codes.join(', ') } }]
