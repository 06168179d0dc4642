import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type Reply, type ReplyBody, type TestApp } from '../harness/api.ts'
import { callsOf, createOrganization, expectOk, type Organization } from '../harness/organization.ts'
import { bankLines, year } from './bank-files.ts'

// The columns of a bank's table are remembered per account.

let app: TestApp
let owner: Organization
let accounts: number[]
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createOrganization(app)
  const cash = (await callsOf(owner).get('/accounting/accounts/list?purpose=cash')) as ReplyBody[]
  accounts = cash.map(({ id }) => id)
})

type Columns = Record<string, number>
function send(
  path: string,
  account: number | undefined,
  content: string,
  columns: Columns = {},
  isChanged = false,
  more: Record<string, string | number> = {},
): Promise<Reply> {
  const field = (name: string, value: string | number | undefined) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const chosen = Object.entries(columns).map(
    ([column, source], index) =>
      field(`columns[${index}][column]`, column) + field(`columns[${index}][source]`, source),
  )
  const file = `--x\r\nContent-Disposition: form-data; name="statement_file"; filename="bank.csv"\r\n\r\n${content}\r\n--x--\r\n`
  return owner.ask('POST', path, {
    payload: Buffer.from(
      field('account_id', account) +
        (isChanged ? field('account_changed', 'true') : '') +
        Object.entries(more)
          .map(([name, value]) => field(name, value))
          .join('') +
        chosen.join('') +
        file,
    ),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
}
const store = (...asked: [number | undefined, string, Columns?, boolean?]) => send('/bank/statements', ...asked)
const look = async (account: number | undefined, content: string) =>
  expectOk(await send('/bank/statements/columns', account, content)).body.data
const amounts = async (account: number | undefined) => (await bankLines(owner, account)).map(({ amount }) => amount)
/** Heads that no bank is known for. */
const strange = (day: string, amount: string) => `Wann,Was,Wieviel\n${day}/01/${year},X,${amount}\n`
const chosen = { date: 0, description: 1, amount: 2 }

describe('the columns of a table', () => {
  test('that are not understood are shown, chosen, and remembered for the account alone', async () => {
    const [first, second] = accounts
    expect((await store(first, strange('05', '10.00'))).headers.refusal).toBe('statement_columns')
    expect(await look(first, strange('05', '10.00'))).toMatchObject({
      heads: ['Wann', 'Was', 'Wieviel'],
      sample: [[`05/01/${year}`, 'X', '10.00']],
      is_complete: false,
      is_remembered: false,
    })
    expectOk(await store(first, strange('05', '10.00'), chosen))
    expectOk(await store(first, strange('06', '20.00')))
    expect(await amounts(first)).toEqual([10, 20])
    expect(await look(first, strange('07', '1.00'))).toMatchObject({ is_complete: true, is_remembered: true })
    expect((await store(second, strange('05', '10.00'))).headers.refusal).toBe('statement_columns')
  })
  test('are found by their heads where the bank adds one', async () => {
    const [first] = accounts
    const table = (heads: string, row: string) => `${heads}\n${row}\n`
    const columns = { date: 0, description: 1, credit: 3, debit: 2 }
    // The bank of this table means the contrary by its heads.
    expectOk(await store(first, table('Date,Text,Credit,Debit', `05/01/${year},A,10.00,`), columns))
    expectOk(await store(first, table('Branch,Date,Text,Credit,Debit', `7,06/01/${year},B,,20.00`)))
    expect(await amounts(first)).toEqual([-10, 20])
  })
  test('are refused without a day or an amount, or twice the same', async () => {
    const [first] = accounts
    const refused = async (columns: Columns) => (await store(first, strange('05', '1'), columns)).headers.refusal
    expect(await refused({ date: 0 })).toBe('statement_columns')
    expect(await refused({ amount: 2 })).toBe('statement_columns')
  })
  test('of another heading are guessed again, and files of other formats have none', async () => {
    const [first] = accounts
    expectOk(await store(first, strange('05', '10.00'), chosen))
    expect(await look(first, 'Date,Description,Amount\n06/01/2026,A,1')).toMatchObject({
      is_remembered: false,
      is_complete: true,
    })
    const mt940 = ':20:A\n:25:1\n:60F:C260101SAR0,00\n:61:2601050105C5,00NTRFNONREF\n:62F:C260105SAR5,00\n-'
    expect(await look(first, mt940)).toMatchObject({ format: 'mt940', heads: [], is_complete: true })
    expect((await store(first, mt940, { date: 1, amount: 0 })).headers.refusal).toBe('statement_columns')
    expect(await look(first, strange('07', '1.00'))).toMatchObject({ is_remembered: true })
  })
})

describe('a file of the bank', () => {
  const table = (number: string, day: string, ...rest: string[]) =>
    [
      `Account No: ${number},,`,
      'Date,Description,Amount,Balance',
      `${day}/01/${year},A,1.00,${Number(day)}.00`,
      ...rest,
    ].join('\n')
  test('of another account than before is refused, unless its number changed', async () => {
    const [first, second] = accounts
    expectOk(await store(first, table('608010167519', '05')))
    expectOk(await store(first, table('SA0380000000608010167519', '06')))
    const refused = await store(first, table('608010167777', '07'))
    expect([refused.status, refused.headers.refusal]).toEqual([422, 'statement_other_account'])
    expect((await store(second, table('608010167519', '05'))).headers.refusal).toBe('statement_account_of_another')
    expectOk(await store(first, table('608010167777', '07'), {}, true))
    expectOk(await store(first, table('608010167777', '08')))
    expect(await amounts(first)).toEqual([1, 1, 1, 1])
    expect(await amounts(second)).toEqual([])
  })
  test('is not removed while a later one left out its lines', async () => {
    const [first] = accounts
    const { id } = expectOk(await store(first, table('1234567', '05'))).body.data
    const later = expectOk(await store(first, table('1234567', '05', `06/01/${year},B,2.00,7.00`))).body.data
    expect(later).toMatchObject({ lines_total: 2, lines_new: 1 })
    expect((await owner.remove(`/bank/statements/${id}`)).headers.refusal).toBe('statement_overlapped')
    expectOk(await owner.remove(`/bank/statements/${later.id}`))
    expectOk(await owner.remove(`/bank/statements/${id}`))
    expect(await amounts(first)).toEqual([])
  })
})

describe('what a file leaves open', () => {
  const days = `Date,Description,Amount\n04/03/2025,RENT,-100\n05/03/2025,FEE,-5`
  const dates = async (day_order?: string) => {
    const { id } = expectOk(
      await send('/bank/statements', accounts[0], days, {}, false, day_order ? { day_order } : {}),
    ).body.data
    return (await bankLines(owner, accounts[0]))
      .filter((line) => line.statement_id === id)
      .map((line) => line.line_date)
  }
  test('a day that either order could mean is said with both readings, and read as it is asked', async () => {
    const { data } = expectOk(await send('/bank/statements/columns', accounts[0], days)).body
    expect(data.doubtful_day).toEqual({ written: '04/03/2025', dmy: '2025-03-04', mdy: '2025-04-03' })
    expect(await dates('mdy')).toEqual(['2025-04-03', '2025-05-03'])
  })
  test('a day above 12 leaves no doubt, and refuses the other order', async () => {
    const proven = `${days}\n25/03/2025,FEE,-7`
    expect(expectOk(await send('/bank/statements/columns', accounts[0], proven)).body.data.doubtful_day).toBeNull()
    const reply = await send('/bank/statements', accounts[0], proven, {}, false, { day_order: 'mdy' })
    expect([reply.status, reply.headers.refusal]).toEqual([422, 'statement_days'])
  })
  test('the currency of the first file of an account is asked unless the file says it, and later ones follow it', async () => {
    const asked = async (content: string) =>
      expectOk(await send('/bank/statements/columns', accounts[1], content)).body.data
    const { account_currency_id, ...first } = await asked(days)
    expect([first.asks_currency, first.currency]).toEqual([true, null])
    expect((await asked(days.replace('Amount', 'Amount (USD)'))).asks_currency).toBe(false)
    const currencies = (await owner.get('/currencies/list')).body.data as ReplyBody[]
    const dollars = currencies.find(({ code }) => code === 'USD')?.id
    expect(account_currency_id).not.toBe(dollars)
    const { data } = expectOk(
      await send('/bank/statements', accounts[1], days, {}, false, { currency_id: dollars }),
    ).body
    expect(data.currency.code).toBe('USD')
    expect((await asked(days)).asks_currency).toBe(false)
    const other = days.replaceAll('2025', '2024')
    const reply = await send('/bank/statements', accounts[1], other, {}, false, { currency_id: account_currency_id })
    expect([reply.status, reply.headers.refusal]).toEqual([422, 'statement_currency'])
  })
})
