import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Decimal, decimal, type Numeric, sum, text, zero } from './money.ts'
import {
  count,
  emptyStock,
  issue,
  type Refused,
  reissue,
  returnToStock,
  type StockMove,
  type StockState,
} from './stock.ts'

function moved(result: StockMove | Refused): StockMove {
  if ('refused' in result) throw new Error(result.refused)
  return result
}

/** In: a bill's quantity at its cost. */
const receive = ({ quantity, value }: StockState, units: Numeric, cost: Numeric): StockState => ({
  quantity: quantity.plus(decimal(units)),
  value: value.plus(decimal(cost)),
})

function shown({ quantity, value }: StockState): string {
  return `${text(quantity)}/${text(value, 2)}`
}

test('V02: four of ten leave at the average', () => {
  const out = moved(issue({ quantity: decimal(10), value: decimal(1000) }, 4))
  expect([text(out.cost, 2), shown(out.state)]).toEqual(['400.00', '6/600.00'])
})

test('V03: moving average over two bills, and the last unit takes the rest', () => {
  const bought = receive(receive(emptyStock, 10, 1000), 5, 550)
  const first = moved(issue(bought, 4))
  expect([shown(bought), text(first.cost), shown(first.state)]).toEqual(['15/1550.00', '413.33', '11/1136.67'])
  const second = moved(issue(first.state, 11))
  expect([text(second.cost), shown(second.state)]).toEqual(['1136.67', '0/0.00'])
})

test('more than there is, is refused with what there is', () => {
  expect(issue({ quantity: decimal(3), value: decimal(9) }, 4)).toEqual({
    refused: 'insufficient_stock',
    available: decimal(3),
  })
})

test("V25: one of four is returned at the original cost, not at today's average", () => {
  const back = returnToStock({ quantity: decimal(6), value: decimal(900) }, 1, { quantity: 4, cost: 400 })
  expect([text(back.cost), shown(back.state)]).toEqual(['100', '7/1000.00'])
  expect(() => returnToStock(back.state, 4, { quantity: 4, cost: 400, returned: 1, returned_cost: 100 })).toThrow(
    RangeError,
  )
})

test.each([
  ['more: the extra at the average of today', 6, '640', '4/480.00'],
  ['less: back at the original cost', 3, '300', '7/820.00'],
  ['the same: nothing moves', 4, '400', '6/720.00'],
])('a corrected line, %s', (_, quantity, cost, state) => {
  const result = moved(reissue({ quantity: decimal(6), value: decimal(720) }, { quantity: 4, cost: 400 }, quantity))
  expect([text(result.cost), shown(result.state)]).toEqual([cost, state])
})

test('a corrected line refuses what is not there', () => {
  expect(reissue({ quantity: decimal(1), value: decimal(1) }, { quantity: 4, cost: 4 }, 6)).toHaveProperty('refused')
})

test('goods counted into an empty pool are valued at the fallback price', () => {
  const found = count(emptyStock, 2, '1.005')
  expect([text(found.value), shown(found.state)]).toEqual(['2.01', '2/2.01'])
  expect(() => count(emptyStock, -1)).toThrow(RangeError)
})

const quantity = fc.integer({ min: 1, max: 50_000 }).map((units) => decimal(units).div(1000))
const cost = fc.integer({ min: 0, max: 5_000_000 }).map((units) => decimal(units).div(100))
const move = fc.oneof(
  fc.record({ kind: fc.constant('receive' as const), quantity, cost }),
  fc.record({ kind: fc.constant('issue' as const), quantity, cost }),
  fc.record({ kind: fc.constant('count' as const), quantity, cost }),
)

test('2.1-4: after any moves the value is never negative, and zero with quantity zero', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      const state = moves.reduce(after, emptyStock)
      expect(state.quantity.gte(0) && state.value.gte(0)).toBe(true)
      const emptied = moved(issue(state, state.quantity))
      expect(emptied.state.value.eq(0) && emptied.state.quantity.eq(0)).toBe(true)
    }),
  )
})

type Move = { kind: 'receive' | 'issue' | 'count'; quantity: Decimal; cost: Decimal }

function after(state: StockState, { kind, quantity, cost }: Move): StockState {
  if (kind === 'receive') return receive(state, quantity, cost)
  if (kind === 'count') return count(state, quantity, 1).state
  const out = issue(state, quantity)
  return 'refused' in out ? state : out.state
}

test('returning everything in any parts brings back exactly the cost', () => {
  fc.assert(
    fc.property(fc.array(quantity, { minLength: 1, maxLength: 10 }), cost, (parts, whole) => {
      const issued = { quantity: sum(parts), cost: whole }
      let [returned, returned_cost] = [zero, zero]
      for (const part of parts) {
        const back = returnToStock(emptyStock, part, { ...issued, returned, returned_cost })
        returned = returned.plus(part)
        returned_cost = returned_cost.plus(back.cost)
      }
      expect(returned_cost.eq(whole)).toBe(true)
    }),
  )
})
