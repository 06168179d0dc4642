import { addDays } from '#ledger/calendar/calendar.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Api } from './demo-api.ts'
import type { Masters } from './demo-masters.ts'

/** Balances other than trade, in whole riyals: account number | debit | credit. */
const opening = `
110103|320000|0
120104|96000|0
120105|118000|0
120203|0|28000
120204|0|35400
110402|12500|0
220101|0|120000
220103|0|21600`
const capital = '500000'
const centers = [
  { number: '2', name: 'المبيعات والتسويق', name_en: 'Sales and marketing' },
  { number: '3', name: 'المستودع والتوصيل', name_en: 'Warehouse and delivery' },
]
/** A month's salaries and allowances of each cost center. */
const wages = [4800, 5600, 3400]
const insurance = 1_350
const endOfService = 575
/** The loan: its instalment, and of that the month's finance cost. */
const instalment = { principal: 2_500, cost: 640 }
/** A bank's fee for a hundred riyals received by card, before tax. */
const cardFeePercent = 0.7
/** Halalas that stay in the till. */
const tillFloat = 500_000

export type Books = {
  account(number: string): number
  /** Head office, then those below. */
  centers: number[]
}

/** What was there before the first day: money, furniture, cars, a loan; the rest of opening equity is the owner's. */
export async function openBooks(api: Api, masters: Masters, date: string): Promise<Books> {
  const numbers = new Map((await api.list('/accounting/accounts/list')).map(({ number, id }) => [String(number), id]))
  const account = (number: string) => numbers.get(number) as number
  const lines = opening
    .trim()
    .split('\n')
    .map((line) => line.split('|') as [string, string, string])
  await api.post('/accounting/opening', {
    opening_date: date,
    branch_id: masters.branches[0],
    lines: lines.map(([number, debit, credit]) => ({ account_id: account(number), debit, credit })),
  })
  await api.post('/accounting/opening/clear', { date, capital })
  for (const center of centers) await api.post('/accounting/cost-centers', { ...center, type: 'sub', status: 'active' })
  const known = await api.list('/accounting/cost-centers/list')
  return { account, centers: known.map(({ id }) => id) }
}

/** The statement of the bank: of the last two days it shows nothing yet. */
export async function reconcileBank(api: Api, { account }: Books, date: string): Promise<void> {
  const statement = { account_id: account('110103'), statement_date: date, matched_through: addDays(date, -2) }
  const path = '/accounting/bank-reconciliations'
  const query = new URLSearchParams({ ...statement, account_id: String(statement.account_id) })
  type Sheet = { opening_balance: number; through: { in: number; out: number } }
  const { opening_balance, through } = await api.get<Sheet>(`${path}/sheet?${query}`)
  const statement_balance = text(decimal(opening_balance).plus(through.in).minus(through.out))
  await api.post(path, { ...statement, statement_balance })
}

type Line = [account: string, debit: number, credit: number, center?: number]

/** Manual entries at the end of a month: wages, the loan, takings deposited at the bank. */
export async function closeMonth(api: Api, masters: Masters, books: Books, date: string): Promise<void> {
  const enter = (description: string, lines: Line[]) => enterByHand(api, masters, books, { date, description, lines })
  const month = new Intl.DateTimeFormat('ar', { month: 'long', year: 'numeric', numberingSystem: 'latn' }).format(
    new Date(date),
  )
  const paid = wages.reduce((sum, wage) => sum + wage, 0)
  await enter(`رواتب شهر ${month}`, [
    ...wages.map((wage, index): Line => ['520101', wage, 0, books.centers[index]]),
    ['520102', insurance, 0, books.centers[0]],
    ['520103', endOfService, 0, books.centers[0]],
    ['110103', 0, paid],
    ['210402', 0, insurance],
    ['220103', 0, endOfService],
  ])
  await enter(`سداد التأمينات الاجتماعية لشهر ${month}`, [
    ['210402', insurance, 0],
    ['110103', 0, insurance],
  ])
  await enter(`قسط التمويل لشهر ${month}`, [
    ['220101', instalment.principal, 0],
    ['530101', instalment.cost, 0, books.centers[0]],
    ['110103', 0, instalment.principal + instalment.cost],
  ])
  await bringToBank(masters, books, enter)
}

/** All that was taken by card less the bank's fee, and of the cash what is beyond the float of the till. */
async function bringToBank(
  masters: Masters,
  books: Books,
  enter: (description: string, lines: Line[]) => Promise<void>,
): Promise<void> {
  const { cash, card } = masters.taken
  const fee = Math.round((card * cardFeePercent) / 100)
  if (card > 0)
    await enter('تسوية متحصلات البطاقات مع البنك', [
      ['110103', (card - fee) / 100, 0],
      ['520210', fee / 100, 0, books.centers[1]],
      ['110104', 0, card / 100],
    ])
  const brought = Math.max(0, cash - tillFloat)
  if (brought > 0)
    await enter('إيداع متحصلات الصندوق في البنك', [
      ['110103', brought / 100, 0],
      ['110101', 0, brought / 100],
    ])
  masters.taken = { cash: cash - brought, card: 0 }
}

type Period = { id: number; status: string; to: string; net: number | null }
const periodsOf = async (api: Api) => {
  const { periods } = await api.list<{ periods: Period[] }>('/vat-periods')
  return periods.toSorted((a, b) => a.id - b.id)
}

/** The returns of the quarters that are over are filed and paid; in January the year behind is closed. */
export async function closeQuarter(api: Api, masters: Masters, books: Books, date: string): Promise<void> {
  for (const { id, status } of await periodsOf(api)) {
    if (status !== 'open') continue
    await api.post(`/vat-periods/${id}/file`, {})
    const net = (await periodsOf(api)).find((period) => period.id === id)?.net ?? 0
    if (net <= 0) continue
    const lines: Line[] = [
      ['210303', net, 0],
      ['110103', 0, net],
    ]
    await enterByHand(api, masters, books, { date, description: 'سداد ضريبة القيمة المضافة للربع المنتهي', lines })
  }
  if (date.slice(5, 7) === '01') await closeYearBehind(api, date)
}

async function closeYearBehind(api: Api, date: string): Promise<void> {
  const behind = String(Number(date.slice(0, 4)) - 1)
  const year = (await api.list('/accounting/financial-years')).find(({ started_at }) =>
    `${started_at}`.startsWith(behind),
  )
  if (!year) return
  const { id, version } = year
  await api.post(`/accounting/financial-years/${id}/change-status`, { status: 'closed', version })
}

async function enterByHand(
  api: Api,
  masters: Masters,
  books: Books,
  { date, description, lines }: { date: string; description: string; lines: Line[] },
): Promise<void> {
  const next = await api.list<{ number: string }>(`/accounting/journal-entries/next-number?date=${date}`)
  const { number } = next
  await api.post('/accounting/journal-entries', {
    journal_number: number,
    proposed_number: number,
    journal_date: date,
    description,
    currency_id: 1,
    branch_id: masters.branches[0],
    lines: lines.map(([account, debit, credit, cost_center_id]) => ({
      account_id: books.account(account),
      debit,
      credit,
      ...(cost_center_id && { cost_center_id }),
    })),
  })
}
