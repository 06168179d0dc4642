import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Allocated,
  type AllocationRefusal,
  allocate,
  availableFrom,
  fillable,
  type OpenDocument,
  relief,
  type Source,
} from './allocation.ts'
import { decimal, sum, text, zero } from './money.ts'
import { settlementStatus } from './settlement-status.ts'

const source: Source = { amount: 1000, amount_base: 1000, currency_id: 1, date: '2026-01-10', decimals: 2 }

function open(id: number, total: string | number, rest: Partial<OpenDocument> = {}): OpenDocument {
  const usual = { branch_id: 1, date: '2026-01-05', currency_id: 1, settled: 0, settled_base: 0 }
  return { id, total, total_base: total, ...usual, ...rest }
}

const documents = [
  open(1, 600),
  open(2, 700, { settled: 200, settled_base: 200 }),
  open(3, 50, { settled: 50, settled_base: 50 }),
  open(4, 90, { currency_id: 2 }),
]

type Requests = [number, number][]
const refused: [string, Requests, AllocationRefusal[]][] = [
  [
    'the same document twice',
    [
      [1, 10],
      [1, 20],
    ],
    [{ code: 'already_added', index: 1, field: 'reference_id' }],
  ],
  ['a paid document', [[3, 1]], [{ code: 'already_paid', index: 0, field: 'reference_id' }]],
  ['another currency', [[4, 1]], [{ code: 'currency_mismatch', index: 0, field: 'currency_id' }]],
  ['more than remains', [[2, 501]], [{ code: 'exceeds_remaining', index: 0, field: 'amount' }]],
  [
    'more than the payment',
    [
      [1, 600],
      [2, 401],
    ],
    [{ code: 'exceeds_payment', index: 1, field: 'amount' }],
  ],
  [
    'everything at once',
    [
      [3, 1],
      [2, 500],
      [1, 501],
      [4, 1],
    ],
    [
      { code: 'already_paid', index: 0, field: 'reference_id' },
      { code: 'exceeds_payment', index: 2, field: 'amount' },
      { code: 'currency_mismatch', index: 3, field: 'currency_id' },
    ],
  ],
]

test.each(refused)('refuses %s', (_, requests, refusals) => {
  const rows = requests.map(([document_id, amount]) => ({ document_id, amount }))
  expect(allocate(source, documents, rows)).toEqual({ refusals })
})

function allocated(result: ReturnType<typeof allocate>): Allocated {
  if ('refusals' in result) throw new Error(JSON.stringify(result.refusals))
  return result
}

test('allocates what fits, waits for a later document, and keeps the rest', () => {
  const later = open(5, 100, { date: '2026-02-01', branch_id: 2 })
  const rows = [
    { document_id: 2, amount: 500 },
    { document_id: 5, amount: '99.50' },
  ]
  const { allocations, unallocated, unallocated_base } = allocated(allocate(source, [...documents, later], rows))
  expect(
    allocations.map(({ document_id, branch_id, allocation_date, waits }) => [
      document_id,
      branch_id,
      allocation_date,
      waits,
    ]),
  ).toEqual([
    [2, 1, '2026-01-10', false],
    [5, 2, '2026-02-01', true],
  ])
  expect([text(unallocated), text(unallocated_base)]).toEqual(['400.5', '400.5'])
})

test('earlier allocations count against the payment', () => {
  const used = { ...source, allocated: 700, allocated_base: 700 }
  expect(allocate(used, documents, [{ document_id: 1, amount: 301 }])).toEqual({
    refusals: [{ code: 'exceeds_payment', index: 0, field: 'amount' }],
  })
})

test('programmer errors throw', () => {
  expect(() => allocate(source, documents, [{ document_id: 9, amount: 1 }])).toThrow('9')
  expect(() => allocate(source, documents, [{ document_id: 1, amount: 0 }])).toThrow(RangeError)
})

test.each([
  ['the document is the limit', 300, 1000, [200], '300'],
  ['the payment is the limit', 300, 1000, [800], '200'],
  ['nothing is left', 300, 1000, [1200], '0'],
])('fillable: %s', (_, remaining, payment, others, expected) => {
  expect(text(fillable(remaining, payment, others))).toBe(expected)
})

test('M12: an invoice of 0.30 settled by 0.10 and 0.20 is paid', () => {
  const settled = sum(['0.10', '0.20'])
  expect(settlementStatus({ posted: true, total: '0.30', settled }, { postedStatus: 'confirmed' })).toBe('paid')
})

test.each([
  [false, 10, 0, 'draft'],
  [true, 10, 0, 'sent'],
  [true, 10, '0.01', 'partially_paid'],
  [true, 10, '10.00', 'paid'],
  [true, 0, 0, 'paid'],
])('B2: posted %s, %s of which %s settled', (posted, total, settled, expected) => {
  expect(settlementStatus({ posted, total, settled }, { postedStatus: 'sent' })).toBe(expected)
})

test('relief is cumulative: thirds of one riyal are 0.33, 0.34 and 0.33', () => {
  const taken = [
    [0, 0],
    [1, '0.33'],
    [2, '0.67'],
  ] as const
  const parts = taken.map(([taken, taken_base]) => relief({ whole: 3, base: 1, taken, taken_base }, 1, 2))
  expect(parts.map((part) => text(part))).toEqual(['0.33', '0.34', '0.33'])
})

test('a foreign payment is split over its documents by the largest remainder (3.2), as V20 splits rows', () => {
  const amounts = ['33.33', '33.33', '33.34']
  const source = { amount: 100, amount_base: '412.34', currency_id: 3, date: '2026-07-02', decimals: 2 }
  const documents = amounts.map((total, index) => ({
    id: index + 1,
    branch_id: 1,
    date: '2026-07-01',
    currency_id: 3,
    total,
    settled: 0,
    total_base: '137.00',
    settled_base: 0,
  }))
  const outcome = allocate(
    source,
    documents,
    amounts.map((amount, index) => ({ document_id: index + 1, amount })),
  )
  if ('refusals' in outcome) throw new Error('refused')
  expect(outcome.allocations.map((part) => text(part.source_base))).toEqual(['137.43', '137.43', '137.48'])
})

test('of a whole of nothing nothing is relieved', () => {
  expect(text(relief({ whole: 0, base: 0, taken: 0, taken_base: 0 }, '0.01', 2))).toBe('0')
})

test('after an undone allocation relief stays between nothing and the rest', () => {
  // The booked rest is above its ideal share, and the next part below half a unit.
  expect(text(relief({ whole: 1000, base: 1, taken: 4, taken_base: '0.01' }, '0.5', 2))).toBe('0')
  expect(text(relief({ whole: 3, base: 1, taken: 1, taken_base: '0.34' }, 2, 2))).toBe('0.66')
})

test.each([
  ['nothing was taken', [], 100, '05'],
  [
    'what was taken back later was taken until then',
    [
      ['01', 100],
      ['10', -100],
    ],
    100,
    '10',
  ],
  [
    'as much as was left all the time',
    [
      ['01', 60],
      ['10', -60],
    ],
    40,
    '05',
  ],
  [
    'a halala more than was left',
    [
      ['01', 60],
      ['10', -60],
    ],
    '40.01',
    '10',
  ],
  [
    'taken back in parts',
    [
      ['01', 100],
      ['08', -30],
      ['10', -70],
    ],
    30,
    '08',
  ],
  [
    'taken back and taken by others on one day',
    [
      ['01', 100],
      ['10', -100],
      ['10', 50],
    ],
    50,
    '10',
  ],
  ['taken by others later: what is left today was there all the time', [['20', 60]], 40, '05'],
  [
    'twice over',
    [
      ['01', 100],
      ['06', -100],
      ['07', 90],
      ['12', -90],
    ],
    20,
    '12',
  ],
  [
    'what was over before',
    [
      ['01', 100],
      ['04', -100],
    ],
    100,
    '05',
  ],
  [
    'on the day itself',
    [
      ['01', 100],
      ['05', -100],
    ],
    100,
    '05',
  ],
] as const)('free from: %s', (_, taken, amount, day) => {
  const rows = taken.map(([day, amount]) => ({ day, amount }))
  expect(availableFrom(100, rows, { day: '05', amount })).toBe(day)
})

const partition = fc.record({
  parts: fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 12 }),
  base: fc.integer({ min: 0, max: 10_000_000 }),
})

test('cumulative relief never exceeds and ends exactly at the base amount, for any parts', () => {
  fc.assert(
    fc.property(partition, ({ parts, base }) => {
      const amounts = parts.map((part) => decimal(part).div(100))
      const whole = { whole: sum(amounts), base: decimal(base).div(100) }
      let [taken, taken_base] = [zero, zero]
      for (const amount of amounts) {
        const part = relief({ ...whole, taken, taken_base }, amount, 2)
        expect(part.gte(0)).toBe(true)
        taken = taken.plus(amount)
        taken_base = taken_base.plus(part)
        expect(taken_base.lte(whole.base)).toBe(true)
      }
      expect(taken_base.eq(whole.base)).toBe(true)
    }),
  )
})

test('a payment over any documents accounts for its base exactly', () => {
  fc.assert(
    fc.property(partition, fc.integer({ min: 1, max: 9_000 }), ({ parts, base }, rest) => {
      const amounts = parts.map((part) => decimal(part).div(100))
      const amount = sum([...amounts, decimal(rest).div(100)])
      const payment = { ...source, amount, amount_base: decimal(base).div(100) }
      const rows = amounts.map((part, id) => ({ document_id: id, amount: part }))
      const result = allocated(
        allocate(
          payment,
          amounts.map((part, id) => open(id, text(part))),
          rows,
        ),
      )
      const sources = result.allocations.map(({ source_base }) => source_base)
      expect(sum([...sources, result.unallocated_base]).eq(payment.amount_base)).toBe(true)
      for (const { fx_base, source_base, carrying_base } of result.allocations) {
        expect(fx_base.eq(source_base.minus(carrying_base))).toBe(true)
      }
    }),
  )
})
