import { journalEntries } from '#contract/journal.ts'
import type { Context } from '#server/core/context.ts'
import { saveManualEntry, voidManualEntry } from '#server/journal/manual-entries/save-manual-entry.ts'
import { releaseNumber } from '../lookup/release-number.ts'
import type { ImportBody, ImportBook, ImportRules } from './import-kind.ts'
import { accountNames, costCenterNames, partyNames, usualPlaces } from './look-ups.ts'
import { numberedBook } from './numbered-book.ts'

/** Journal entries, each of the rows that share its number. */
export const journalImport: ImportRules = {
  schema: journalEntries.input,
  groupBy: ['journal_number'],
  rowsOf: 'lines',
  order: 'ordered',
  open: openJournal,
  undo: async (context, { id }) => {
    await voidManualEntry(context, id)
    await releaseNumber(context, 'manual_entries', id)
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
      ...{ account_id: accounts.find, cost_center_id: centers.find },
      ...{ customer_id: customers.find, supplier_id: suppliers.find },
    },
    bodyOf: (rows) => bodyOf(rows, places.usual),
    create: async (again, body) => [
      { resource: 'journal_entry', id: await saveManualEntry(again, null, body), before: null },
    ],
  }
}

function bodyOf(rows: readonly ImportBody[], usual: ImportBody): ImportBody {
  const [first = {}] = rows
  const { journal_number, journal_date, description, currency_id, branch_id, exchange_rate } = first
  return {
    ...{ ...usual, ...said({ currency_id, branch_id, exchange_rate }), journal_number, journal_date },
    ...said({ description }),
    lines: rows.map(({ account_id, debit, credit, line_description, cost_center_id, customer_id, supplier_id }) => ({
      ...{ account_id, debit: debit ?? '0', credit: credit ?? '0' },
      ...said({ description: line_description, cost_center_id, customer_id, supplier_id }),
    })),
  }
}

/** Without fields that no cell sets. */
export const said = (body: ImportBody): ImportBody =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
