import { sql } from 'kysely'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import type { Side } from '#contract/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'
import { requireRows } from '#server/kit/references.ts'
import { entryLabel } from './account-statement.ts'
import { foreignCurrency, saidCurrency } from './foreign-currency.ts'
import { type KnownItemsAsked, knownItems } from './known-items.ts'
import { ageing, type OpenItem, openItemsOf } from './open-items.ts'
import { partyAccounts } from './party-accounts.ts'
import { currenciesOf, type Movement, readMovements } from './party-movements.ts'
import { rangeOf } from './range-of.ts'
import { column, named, sheetOf, word } from './sheet.ts'
import { spellCursor } from './statement-scope.ts'

type Query = {
  from?: string | undefined
  to?: string | undefined
  after?: string | undefined
  currency_id?: number | undefined
  as_known_at?: string | undefined
}

/**
 * What passed between us and a customer or supplier, and what it left (ledger.md 5.9): what is owed and what was paid
 * ahead as one balance, and of each document what is still open at the end. What moves nothing between the two parties is
 * not theirs to read: using an advance, and an entry that was corrected on its own day.
 */
export const showPartyStatement =
  (side: Side) =>
  async (context: Context, query: Query & Record<string, unknown>, limit: number): Promise<SheetInput> => {
    const [party, currency, { from, to }, { control, advance, sign }] = await Promise.all([
      requireParty(context, side, query[side.partyField] as number),
      foreignCurrency(context, query.currency_id),
      rangeOf(context, query),
      partyAccounts(context, side),
    ])
    const { as_known_at: known_at } = query
    const asked = { accounts: [control, advance], party: { kind: side.party, id: party.id }, to, currency, known_at }
    const [{ found, sums }, items, codes] = await Promise.all([
      readMovements(context, asked, { from, after: query.after, limit: limit + 1 }),
      known_at
        ? knownItemsOf(context, { party: party.id, to, currency, known_at, control, sign, kinds: side.openKinds })
        : openItemsOf(context, side, { party: party.id, to, currency }),
      currency ? [] : currenciesOf(context, asked),
    ])
    const last = found[limit - 1]
    const next = found.length > limit && last ? last : null
    const shown = found.slice(0, limit)
    const carried = shown[0] ? decimal(shown[0].running).minus(shown[0].amount) : decimal(sums.opening)
    const rows = [
      boundary(query.after ? 'carried' : 'opening', { balance: text(carried.times(sign)) }),
      ...shown.map((row) => movementRow(side, row, items, sign)),
    ]
    const balance = text(decimal(sums.closing).times(sign))
    const end = { ...boundary('closing', { debit: sums.debit, credit: sums.credit, balance }), style: 'total' as const }
    return sheetOf({ from, to }, columns, next ? rows : [...rows, end], {
      subject: named(party),
      // It goes to whom it is about: it names their VAT number as an invoice does.
      filters: party.tax_number ? [{ name: `${side.party}_tax_number`, chosen: [{ name: party.tax_number }] }] : [],
      currency: saidCurrency(currency),
      below: next ? null : ageing(items, to, balance),
      notes: foreignNotes(codes),
      next: next && spellCursor({ date: next.entry_date, entry_id: next.entry_id, line_number: 0 }),
    })
  }

/** What one party had not settled at the end of a day, as it was known. */
async function knownItemsOf(context: Context, asked: KnownItemsAsked): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    SELECT entry_id, due_date, amount AS remaining FROM (${knownItems(context, asked)}) AS known
    ORDER BY due_date, entry_id`.execute(context.db)
  return rows
}

const columns = [
  ...[column('date', 'date'), column('entry', 'label'), column('due_date', 'date')],
  ...['debit', 'credit', 'balance', 'remaining'].map((key) => column(key, 'amount')),
]

function movementRow(side: Side, row: Movement, items: readonly OpenItem[], sign: 1 | -1): SheetRow {
  const amount = decimal(row.amount)
  // What is owed carries its own date and rest; a receipt or a credit note has neither.
  const isOwed = (side.openKinds as readonly string[]).includes(row.source) && amount.times(sign).gt(0)
  const open = items.find(({ entry_id }) => entry_id === row.entry_id)
  const remaining = isOwed ? (open?.remaining ?? '0') : null
  return {
    ...{ key: `entry:${row.entry_id}`, style: 'line', level: 1, label: entryLabel(row) },
    texts: { date: row.entry_date, due_date: isOwed ? (open?.due_date ?? row.due_date) : null },
    figures: {
      ...(amount.gt(0) ? { debit: text(amount) } : { credit: text(amount.abs()) }),
      balance: text(decimal(row.running).times(sign)),
      ...(remaining !== null && { remaining }),
    },
    link: row.source_id === null ? null : { to: row.source, query: { id: row.source_id } },
  }
}

const boundary = (key: string, figures: SheetRow['figures']): SheetRow => ({
  ...{ key, style: 'group', level: 1, label: word(`lines.${key}`), texts: {}, figures },
})

const foreignNotes = (codes: readonly string[]): SheetInput['notes'] =>
  codes.length === 0 ? [] : [{ word: 'notes.foreign', params: { codes: codes.join(', ') } }]

async function requireParty({ db }: Context, side: Side, id: number) {
  const [, party] = await Promise.all([
    requireRows(db, { [side.partyField]: ['parties', id, { kind: side.party }] }),
    db.selectFrom('parties').select(['id', 'name', 'name_en', 'tax_number']).where('id', '=', id).executeTakeFirst(),
  ])
  return party as NonNullable<typeof party>
}
