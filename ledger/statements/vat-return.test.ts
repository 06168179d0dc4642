import { expect, test } from 'vitest'
import { text } from '../money.ts'
import { creditLeft, vatReturn } from './vat-return.ts'

const of = (box: string, base: string | number, tax: string | number, is_adjustment = false) => ({
  box,
  base,
  tax,
  is_adjustment,
})

test('sixteen boxes in three columns', () => {
  const { boxes, net } = vatReturn(
    [
      of('1', 2000, 300),
      of('1', -200, -30, true),
      of('3', 400, 0),
      of('4', 1000, 0),
      of('5', 50, 0),
      of('7', 1000, 150),
      of('7', -100, -15, true),
      of('8', 600, 90),
      of('9', 1000, 0),
      of('10', 70, 0),
      of('14', 0, 25),
    ],
    '40',
  )
  expect(
    boxes.map((row) =>
      [row.box, row.amount, row.adjustment, row.vat]
        .map((x) => (x === null ? '' : typeof x === 'string' ? x : text(x)))
        .join(' '),
    ),
  ).toEqual([
    '1 2000 -200 270',
    '2 0 0 0',
    '3 400 0 0',
    '4 1000 0 0',
    '5 50 0 0',
    '6 3450 -200 270',
    '7 1000 -100 135',
    '8 600 0 90',
    '9 1000 0 0',
    '10 70 0 0',
    '11 0 0 0',
    '12 2670 -100 225',
    '13   45',
    '14   25',
    '15   40',
    '16   30',
  ])
  expect(text(net)).toBe('30')
})

test('V44: 100 out, 180 in leaves a credit of 80 for the next return', () => {
  const first = vatReturn([of('1', '666.67', 100), of('7', 1200, 180)], 0)
  expect(text(first.net)).toBe('-80')
  const next = vatReturn([of('1', 1000, 150)], creditLeft(first.net))
  expect([next.due, next.carried, next.net].map((x) => text(x))).toEqual(['150', '80', '70'])
  expect(text(creditLeft(next.net))).toBe('0')
})

test('the former rate is shown while it is used, and counts', () => {
  const { boxes, due } = vatReturn([of('1b', 100, 5), of('7b', 200, 10)], 0)
  expect(boxes.map(({ box }) => box)).toEqual(expect.arrayContaining(['1b', '7b']))
  expect(text(due)).toBe('-5')
})
