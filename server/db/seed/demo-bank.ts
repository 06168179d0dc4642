import { decimal, text } from '#ledger/money.ts'
import type { Api } from './demo-api.ts'
import type { Books } from './demo-books.ts'

type Sheet = { lines: { entry_date: string; amount: number; number: string | null; party_en: string | null }[] }
type Invoice = { invoice_number: string; remaining_amount: number; customer: { name_en: string } }
type Line = { date: string; text: string; amount: number | string }

const fee = '-17.25'

/** The file of the bank since the last reconciliation: what the books have, open invoices that were paid, fees, and a line that nothing explains. */
export async function uploadStatement(api: Api, { account }: Books, today: string): Promise<void> {
  const bank = account('110103')
  const rule = { name: 'رسوم الحوالات', words: 'TRANSFER FEE', direction: 'out', status: 'active' }
  await api.post('/bank/rules', { ...rule, bank_account_id: bank, account_id: account('520210') })
  const query = new URLSearchParams({ account_id: String(bank), statement_date: today })
  const { lines } = await api.get<Sheet>(`/accounting/bank-reconciliations/sheet?${query}`)
  const known = lines.slice(-24, -4).map(({ entry_date, amount, number, party_en }) => {
    const isIn = amount > 0
    return {
      date: entry_date,
      amount,
      text: [isIn ? 'INWARD TRANSFER' : 'OUTWARD TRANSFER', party_en?.toUpperCase(), isIn ? null : number]
        .filter(Boolean)
        .join(' '),
    }
  })
  const open = await api.get<Invoice[]>('/invoices?status=overdue&per_page=10&sort_key=created_at&sort_order=desc')
  const paid = open.slice(0, 4).map(({ invoice_number, remaining_amount, customer }) => ({
    date: today,
    amount: remaining_amount,
    text: `SARIE ${customer.name_en.toUpperCase()} ${invoice_number}`,
  }))
  const fees = known.slice(0, 3).map(({ date }, index) => ({ date, text: `TRANSFER FEE ${index + 1}`, amount: fee }))
  const unknown = { date: today, text: 'CASH DEPOSIT BRANCH 0142', amount: '1250.00' }
  const rows = [...known, ...fees, ...paid, unknown].sort((one, other) => (one.date < other.date ? -1 : 1))
  await api.upload('/bank/statements', {
    fields: { account_id: String(bank) },
    file: { field: 'statement_file', name: `statement-${today}.csv`, content: csvOf(rows) },
  })
}

const csvOf = (rows: readonly Line[]): string =>
  ['Date,Description,Amount', ...rows.map((row) => `${row.date},"${row.text}",${text(decimal(row.amount))}`)].join('\n')
