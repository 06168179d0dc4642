import { journalEntries } from '#contract/journal.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { voidManualEntry } from '#server/manual-entries/reverse-manual-entry.ts'
import { saveManualEntry } from '#server/manual-entries/save-manual-entry.ts'
import { releaseNumber } from '../lookup/release-number.ts'
import { foreignRate } from './compare-with-file.ts'
import type { ImportBody, ImportBook, ImportRules } from './import-kind.ts'
import { accountNames, costCenterNames, partyNames, usualPlaces } from './look-ups.ts'
import { numberedBook } from './numbered-book.ts'

/** Journal entries, each of the rows that share its number. */
export const journalImport: ImportRules = {
  schema: journalEntries.input,
  groupBy: ['journal_number', 'journal_date', 'status'],
  rowsOf: 'lines',
  order: 'ordered',
  sumsLast: true,
  open: openJournal,
  undo: async (context, { id }) => {
    await voidManualEntry(context, id)
    releaseNumber(context, 'manual_entries', id)
  },
}

async function openJournal(context: Context): Promise<ImportBook> {
  const [accounts, centers, customers, suppliers, places, stored] = await Promise.all([
    accountNames(context),
    costCenterNames(context),
    partyNames(context, 'customer'),
    partyNames(context, 'supplier'),
    usualPlaces(context),
    context.db.selectFrom('manual_entries').select(['id', 'number']).where('state', '!=', 'void').execute(),
  ])
  return {
    ...numberedBook(
      'journal_number',
      stored.map((row) => [row.id, row.number] as const),
    ),
    resolve: {
      ...places.resolve,
      account_id: accounts.find,
      cost_center_id: centers.find,
      customer_id: customers.find,
      supplier_id: suppliers.find,
      party: (text) => partyMark(customers.find(text), suppliers.find(text)),
    },
    bodyOf: (rows) => bodyOf(rows, places.usual),
    create: async (again, body) => [
      { resource: 'journal_entry', id: await saveManualEntry(again, null, body), before: null },
    ],
  }
}

function bodyOf(rows: readonly ImportBody[], usual: ImportBody): ImportBody {
  const [first = {}] = rows
  const { journal_number, journal_date, description, currency_id, branch_id } = first
  const exchange_rate = foreignRate(first, usual)
  return {
    ...usual,
    ...sentFields({ currency_id, branch_id, exchange_rate }),
    journal_number,
    journal_date,
    ...sentFields({ description }),
    lines: rows.map((row) => ({
      account_id: row.account_id,
      ...sidesOf(row),
      ...sentFields({ description: row.line_description, cost_center_id: row.cost_center_id }),
      ...sentFields({
        ...partyOf(row.party),
        ...sentFields({ customer_id: row.customer_id, supplier_id: row.supplier_id }),
      }),
    })),
  }
}

/** Debit and credit, also of files that write their difference. */
export function sidesOf({ debit, credit, net_amount, side }: ImportBody): { debit: unknown; credit: unknown } {
  if (net_amount === undefined || debit !== undefined || credit !== undefined)
    return { debit: debit ?? '0', credit: credit ?? '0' }
  const amount = decimal(String(net_amount))
  // A word says more than the sign.
  const balance = side === 'debit' ? amount.abs() : side === 'credit' ? amount.abs().neg() : amount
  return balance.gte(0) ? { debit: text(balance), credit: '0' } : { debit: '0', credit: text(balance.neg()) }
}

/** A name that a customer and a supplier share means neither. */
function partyMark(customer: number | undefined, supplier: number | undefined): string | undefined {
  if ((customer === undefined) === (supplier === undefined)) return undefined
  return customer === undefined ? `supplier_id ${supplier}` : `customer_id ${customer}`
}

function partyOf(mark: unknown): ImportBody {
  const [field, id] = String(mark ?? '').split(' ')
  return field && id ? { [field]: Number(id) } : {}
}
