import { describe, expect, test } from 'vitest'
import { credit, debit, type Line } from '#ledger/entry.ts'
import { decimal, text } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { Plan } from '#server/posting/plan.ts'
import { planBranchSupply, supplyFromBranches } from './branch-stock.ts'
import { PlannedStock } from './planned-stock.ts'
import { leavesSpentStock, refuseSpentStock } from './spent-stock.ts'
import { balancesFrom, type Goods, leastQuantity, type StockFacts, valueAtMost } from './stock-balances.ts'

// The rules of stock over facts and the moves of a plan, without a database.

const [rice, dates] = [1, 2]
const goods = (quantity: string, value: string): Goods => ({ quantity: decimal(quantity), value: decimal(value) })
const change = (date: string, quantity: string, value: string, product_id = rice) => ({
  product_id,
  date,
  ...goods(quantity, value),
})
const figuresOf = (balances: readonly Goods[]) =>
  balances.map(({ quantity, value }) => `${text(quantity)}/${text(value)}`).join(' ')

/** Ten of 100 on 1 March, four issued on the 10th for 40, six received on the 20th for 120. */
const march: StockFacts = {
  from: '2026-03-01',
  products: new Map([
    [
      rice,
      {
        ...goods('12', '180'),
        sequence: 3,
        last_move_date: '2026-03-20',
        later: [
          { day: '2026-03-10', ...goods('-4', '-40') },
          { day: '2026-03-20', ...goods('6', '120') },
        ],
      },
    ],
  ]),
}

describe('balances by day', () => {
  test.each([
    ['begin with the day that is asked', '2026-03-01', [], '10/100 6/60 12/180'],
    ['answer the last balance for a day between moves', '2026-03-15', [], '6/60 12/180'],
    ['answer the present stock for a day after all moves', '2026-04-01', [], '12/180'],
    [
      'take planned moves from their day on',
      '2026-03-01',
      [change('2026-03-05', '-2', '-20')],
      '10/100 8/80 4/40 10/160',
    ],
    ['add planned moves of the day itself', '2026-03-10', [change('2026-03-10', '-1', '-10')], '5/50 11/170'],
    [
      'add planned moves to a day that has moves',
      '2026-03-05',
      [change('2026-03-10', '-1', '-10')],
      '10/100 5/50 11/170',
    ],
    ['leave out moves of other products', '2026-03-20', [change('2026-03-20', '-1', '-10', dates)], '12/180'],
  ])('%s', (_, day, planned, expected) => {
    expect(figuresOf(balancesFrom(march, rice, day, planned))).toBe(expected)
  })
  test('a product that never moved has nothing on any day', () => {
    expect(figuresOf(balancesFrom(march, dates, '2026-03-05'))).toBe('0/0')
  })
  test('a day before the facts is refused as a mistake of the rule, planned moves included', () => {
    expect(() => balancesFrom(march, rice, '2026-02-28')).toThrow('known from 2026-03-01')
    expect(() => balancesFrom(march, rice, '2026-03-05', [change('2026-02-28', '1', '1')])).toThrow('known from')
  })
  test('the least quantity is the smallest of all days', () => {
    expect(text(leastQuantity(balancesFrom(march, rice, '2026-03-01')))).toBe('6')
    expect(text(leastQuantity(balancesFrom(march, rice, '2026-03-20')))).toBe('12')
  })
})

describe('accounting rule 2.1-5: the most that goods may take with them', () => {
  const days = [goods('10', '100'), goods('6', '60'), goods('12', '180')]
  test.each([
    ['needs no cap where every day was worth as much', days, goods('2', '30'), undefined],
    ['takes the average of the poorest day', days, goods('5', '75'), '50'],
    ['takes the whole value where the whole quantity leaves', days, goods('6', '90'), '60'],
    ['leaves value with goods that stay', days, goods('4', '60'), '40'],
    ['leaves the smallest unit where only value leaves', [goods('3', '30')], goods('0', '45'), '29.99'],
    ['skips days without goods', [goods('0', '0'), goods('4', '80')], goods('2', '50'), undefined],
    ['never answers less than nothing', [goods('3', '-1')], goods('1', '5'), '0'],
  ])('%s', (_, balances, leaving, expected) => {
    const most = valueAtMost(balances, leaving, 2)
    expect(most && text(most)).toBe(expected)
  })
})

describe('accounting rule B4.4: what is taken back must still be there', () => {
  test.each([
    ['goods that were issued since', [change('2026-03-01', '-7', '-70')], true],
    ['goods that are there on all days', [change('2026-03-01', '-6', '-60')], false],
    ['value that would stay without goods', [change('2026-03-01', '-6', '-50')], true],
    ['more value than there is', [change('2026-03-10', '-5', '-70')], true],
    [
      'goods of a product that gets as many back',
      [change('2026-03-01', '-7', '-70'), change('2026-03-01', '8', '80')],
      false,
    ],
    ['nothing', [change('2026-03-01', '0', '0')], false],
    [
      'two parts that are too much together',
      [change('2026-03-01', '-4', '-40'), change('2026-03-12', '-3', '-30')],
      true,
    ],
  ])('%s: spent is %s', (_, changes, expected) => {
    expect(leavesSpentStock(march, changes)).toBe(expected)
  })
  test('the refusal has the name of what is taken back', () => {
    const act = () => refuseSpentStock(march, [change('2026-03-01', '-7', '-70')], 'count_moved_on', 'lines')
    expect(act).toThrow(Refusal)
    expect(act).toThrow(expect.objectContaining({ code: 'count_moved_on' }))
  })
})

describe('moves of one plan', () => {
  const caller = { session: { places: null, organization: { currency_id: 1, decimals: 2 } } } as never
  const planned = () => {
    const plan = new Plan(caller, { idOf: () => 1, decimalsOf: () => 2 })
    return { plan, stock: new PlannedStock(plan, march) }
  }
  test('continue the sequence and the figures of the last move', () => {
    const { plan, stock } = planned()
    stock.move([{ ...change('2026-03-10', '4', '40'), kind: 'reversal', document_id: 9, line_number: 1 }], 77)
    stock.move([{ ...change('2026-03-25', '-3', '-41.25'), kind: 'issue', document_id: 9, line_number: 1 }], 78)
    const rows = plan.writes.map((write) => ('values' in write ? write.values : {}))
    expect(rows).toMatchObject([
      { sequence: 4, quantity_after: '16', value_after: '220', entry_id: 77, kind: 'reversal' },
      { sequence: 5, quantity_after: '13', value_after: '178.75', entry_id: 78, move_date: '2026-03-25' },
    ])
    const item = { quantity: '13', value: '178.75', last_sequence: 5, last_move_date: '2026-03-25' }
    expect(plan.puts).toEqual([{ table: 'stock_items', key: { product_id: rice }, values: item }])
  })
  test('meet each other: what the first takes is not there for the second', () => {
    const { stock } = planned()
    stock.move([{ ...change('2026-03-02', '-6', '-60'), kind: 'issue' }], 77)
    expect(figuresOf(stock.balancesFrom(rice, '2026-03-02'))).toBe('4/40 0/0 6/120')
    expect(figuresOf(stock.balancesFrom(rice, '2026-03-02', [change('2026-03-02', '-1', '-10')]))).toBe(
      '3/30 -1/-10 5/110',
    )
    expect(text(stock.of(rice).quantity)).toBe('6')
  })
  test('a move on an earlier day leaves the day of the last move', () => {
    const { stock } = planned()
    stock.move([{ ...change('2026-03-02', '-1', '-10'), kind: 'issue' }], 77)
    expect(stock.of(rice).last_move_date).toBe('2026-03-20')
  })
  test('the first move of a product begins its chain', () => {
    const { plan, stock } = planned()
    stock.move([{ ...change('2026-03-02', '5', '50', dates), kind: 'opening' }], null)
    expect(plan.puts[0]).toMatchObject({ key: { product_id: dates }, values: { last_sequence: 1, quantity: '5' } })
  })
})

describe('goods that leave a branch which has too little', () => {
  const [riyadh, jeddah, inventory] = [1, 2, 501]
  const accounts = { idOf: (account: string | number) => (account === 'INV' ? inventory : Number(account) || 1) }
  const day = (branch_id: number, date: string, value: string) => ({ branch_id, day: date, value: decimal(value) })
  const facts = {
    from: '2026-03-01',
    changes: [day(riyadh, '2026-03-01', '100'), day(riyadh, '2026-03-10', '-70'), day(jeddah, '2026-03-01', '500')],
  }
  const leaving = { date: '2026-03-05', branch_id: riyadh, cost: decimal('40') }
  const entry = { lines: [credit('INV', '40', { branch_id: riyadh })], taxes: [] }
  const supplied = (entries: never[] = [], change: object = {}) =>
    supplyFromBranches({ facts: { ...facts, ...change }, accounts, entries }, entry, leaving)
      .lines.filter(({ account }) => account === 'INV')
      .map(({ branch_id, credit }) => `${branch_id}: ${text(credit)}`)
  test('come from another branch as far as a later day would be short', () => {
    expect(supplied()).toEqual(['1: 30', '2: 10'])
  })
  test('count what an entry of the same plan gives back', () => {
    const returned = {
      head: { date: '2026-03-05' },
      entry: { lines: [debit('INV', '25', { branch_id: riyadh })], taxes: [] },
    }
    expect(supplied([returned as never])).toEqual(['1: 40'])
    expect(supplied([], { unsummed: [returned] })).toEqual(['1: 40'])
  })
  test.each([
    ['short after a later sale', '-100', ['2026-03-10 1: +70 2: -70']],
    ['not short', '-30', []],
  ])('are given to a branch that a reversal leaves %s', (_, value, expected) => {
    const mirror = {
      head: { date: '2026-03-01' },
      entry: { lines: [credit('INV', value.slice(1), { branch_id: riyadh })], taxes: [] },
    }
    const posted: string[] = []
    const plan = {
      entries: [mirror],
      post: (_: unknown, { date }: { date: string }, { lines }: { lines: Line[] }) => {
        const stock = lines.filter(({ account }) => account === 'INV')
        const said = stock.map(
          (line) => `${line.branch_id}: ${line.debit.gt(0) ? '+' : '-'}${text(line.debit.plus(line.credit))}`,
        )
        posted.push(`${date} ${said.join(' ')}`)
      },
    }
    planBranchSupply(
      plan as never,
      { branches: facts, accounts },
      {
        head: { source: 'bill', source_id: 1, source_revision: 1 },
        periodOf: () => ({}) as never,
      },
    )
    expect(posted).toEqual(expected)
  })
})
