import { localName } from '../i18n/localName.ts'
import { findByName, namedCells, type PasteColumns, pastedOrWritten } from '../ui/lines/pastedCells.ts'
import { emptyLine, type JournalLine } from './journalLine.ts'

const columns: PasteColumns = [
  {
    key: 'account',
    words: ['الحساب', 'رقم الحساب', 'اسم الحساب', 'account', 'account number', 'account code'],
    text: true,
  },
  { key: 'debit', words: ['مدين', 'debit', 'dr'] },
  { key: 'credit', words: ['دائن', 'credit', 'cr'] },
  { key: 'description', words: ['البيان', 'الوصف', 'الشرح', 'description', 'notes'], text: true },
]
type Account = { id: number; number: string; name: string; name_en: string | null }

const figure = (cell: string | undefined): string => (/^[-–—]+$/.test(cell ?? '') ? '' : pastedOrWritten(cell))

/** Cells of a spreadsheet as lines of an entry: accounts by number or name, a minus is the other side. */
export const pastedLines = (cells: string[][], accounts: readonly Account[]): JournalLine[] =>
  namedCells(cells, columns).map((row) => {
    const account = findByName(accounts, row.account)
    const [debit, credit] = [figure(row.debit), figure(row.credit)]
    const other = (one: string) => (one.startsWith('-') ? one.slice(1) : '')
    const own = (one: string) => (one.startsWith('-') || one === '0' ? '' : one)
    return {
      ...emptyLine(),
      ...(account && {
        account_id: String(account.id),
        account_number: account.number,
        account_name: localName(account),
      }),
      debit: own(debit) || other(credit),
      credit: own(credit) || other(debit),
      description: row.description ?? (account ? '' : (row.account ?? '')),
    }
  })
