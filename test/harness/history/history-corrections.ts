import type { Reply } from '../api.ts'
import { billBody } from '../bodies.ts'
import { today } from '../organization.ts'
import type { HistoryWorld } from './history-documents.ts'

type Operation = [weight: number, ask: () => Promise<Reply>]

/**
 * Corrections, allocations, refunds and write-offs as operations of a random history, in addition to normal business.
 * Each is accepted or refused.
 */
export function corrections({ owner, draw, day, known, goods, record }: HistoryWorld): Operation[] {
  const notes: [path: string, id: number][] = []
  const idOf = (row: { id: number }) => row.id
  const later = () => draw.one(['', '', day(), today()])
  const amount = () => draw.one(['0.10', '1', '17.25', '100', '333.33'])
  const quantity = () => draw.one(['1', '2', '0.335'])
  const anyNote = () => draw.one<[string, number]>([...notes, ['credit-notes', 1]])
  /** A payment or a note that may hold an advance, as its path. */
  const holder = () => {
    const [path, id] = draw.one<[string, number]>([
      ...known.income.map((id): [string, number] => ['accounting/income-payments', id]),
      ...known.expense.map((id): [string, number] => ['accounting/expense-payments', id]),
      ...notes,
      ['credit-notes', 1],
    ])
    return `/${path}/${id}`
  }
  const documentFor = (path: string) =>
    draw.one([...(/expense|supplier/.test(path) ? known.bills : [...known.invoices, ...known.advances]), 1])
  const note = async (path: 'credit-note' | 'debit-note' | 'supplier-credit') => {
    const of = path === 'supplier-credit' ? 'bills' : 'invoices'
    const target = path !== 'debit-note' && draw.whole(4) === 0 && known.advances.length > 0 ? 'advance-invoices' : of
    const id = draw.one([...(target === 'advance-invoices' ? known.advances : known[of]), 1])
    const part = path !== 'debit-note' && draw.whole(2) === 0 ? { quantity: quantity() } : { amount: amount() }
    const lines = [{ line_number: draw.one([1, 1, 1, 2]), ...part }]
    const number = path === 'supplier-credit' ? { note_number: crypto.randomUUID().slice(0, 8) } : {}
    const body = { note_date: draw.one([today(), today(), day()]), reason: 'history', lines, ...number }
    const reply = await owner.post(`/${target}/${id}/${path}`, body)
    if (reply.status === 200) notes.push([`${path}s`, reply.body.data.id])
    return reply
  }
  const specialBill = async () => {
    const taxes = (await owner.get('/taxes/list')).body.data as { id: number; rate: number }[]
    const tax = draw.one(taxes)
    const date = day()
    const items = [
      { product_id: draw.one([...goods, owner.ids.service]), quantity: quantity(), price: '33.33', tax_rate: tax.rate },
    ]
    return record(
      known.bills,
      owner.post('/bills', billBody(owner, { bill_date: date, due_date: date, tax_id: tax.id, items })),
    )
  }
  const refund = async (): Promise<Reply> => {
    const path = holder()
    const accounts = (await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
    const account_id = accounts.find((account) => account.number === '520212')?.id
    const gives = draw.whole(3) === 0 ? { account_id } : { payment_method_id: owner.ids.method }
    return owner.post(`${path}/refund`, { refund_date: draw.one([today(), day()]), amount: amount(), ...gives })
  }
  // An open document of the advance's own currency, most times.
  const allocate = async (): Promise<Reply> => {
    const path = holder()
    const { currency_id } = (await owner.get(path)).body.data ?? {}
    const list = /expense|supplier/.test(path) ? '/bills/list' : '/invoices/list'
    const open = (await owner.get(list)).body.data as { id: number; currency_id: number }[]
    const fitting = open.filter((document) => document.currency_id === currency_id)
    const reference_id = draw.one([...fitting, ...open, { id: documentFor(path) }]).id
    return owner.post(`${path}/allocate`, {
      references: [{ reference_id, amount: draw.one(['0.10', '1', amount()]) }],
      date: later(),
    })
  }
  const unallocate = async (): Promise<Reply> => {
    const path = holder()
    const { references, applied } = (await owner.get(path)).body.data ?? {}
    const own = [
      ...(references ?? []).map((row: { reference_id: number }) => row.reference_id),
      ...(applied ?? []).map(idOf),
    ]
    return owner.post(`${path}/unallocate`, { reference_id: draw.one([...own, documentFor(path)]), date: later() })
  }
  /** Refunds and write-offs are reversed, on their own day or later. */
  const undo = async (): Promise<Reply> => {
    const path = draw.whole(2) ? holder() : `/invoices/${draw.one([...known.invoices, 1])}`
    const { refunds, write_offs } = (await owner.get(path)).body.data ?? {}
    const [kind, rows] = refunds ? ['refunds', refunds] : ['write-offs', write_offs ?? []]
    return owner.remove(`${path}/${kind}/${draw.one<{ id: number }>([...rows, { id: 999_999 }]).id}?date=${later()}`)
  }
  const reversePayment = (): Promise<Reply> =>
    owner.post(
      draw.whole(2)
        ? `/accounting/income-payments/${draw.one([...known.income, 1])}/reverse`
        : `/accounting/expense-payments/${draw.one([...known.expense, 1])}/reverse`,
      { date: draw.one([today(), day()]), reason: 'history' },
    )
  const writeOff = (): Promise<Reply> => {
    const kind = draw.one(['invoices', 'bills'] as const)
    const body = { write_off_date: draw.one([today(), day()]), amount: amount(), reason: 'history' }
    return owner.post(`/${kind}/${draw.one([...known[kind], 1])}/write-off`, body)
  }
  /** Corrections of tax in earlier returns, for example of a bad debt. */
  const correctTax = async (): Promise<Reply> => {
    const accounts = (await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
    return owner.post('/vat-adjustments', {
      adjustment_date: draw.one([today(), day()]),
      direction: draw.one(['increase', 'decrease']),
      amount: draw.one(['0.01', '150', '4000']),
      branch_id: owner.ids.branch,
      reason: 'history',
      account_id: accounts.find((account) => account.number === '520211')?.id,
    })
  }
  return [
    [2, correctTax],
    [8, () => note('credit-note')],
    [3, () => note('debit-note')],
    [4, () => note('supplier-credit')],
    [3, () => owner.remove(`/${anyNote().join('/')}`)],
    [6, allocate],
    [3, unallocate],
    [4, refund],
    [3, undo],
    [2, reversePayment],
    [3, writeOff],
    [4, specialBill],
  ]
}
