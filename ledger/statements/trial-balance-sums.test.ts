import { expect, test } from 'vitest'
import { text } from '../money.ts'
import { exampleChart } from '../testing/example-chart.ts'
import { closingKind, type Segment } from './segments.ts'
import { sumsFromSegments } from './trial-balance-sums.ts'

const [before, ofYear, range] = [0, 1, 2]
const row = (account_id: number, segment: number, debit: number, credit: number, kind = 0): Segment => ({
  account_id,
  segment,
  kind,
  part: 0,
  debit,
  credit,
})

/** A year before with sales of 100, closed; this one with sales of 30 before the range and 5 in it, closed within the range. */
const closedBefore = [
  row(110103, before, 100, 0),
  row(110103, ofYear, 30, 0),
  row(110103, range, 5, 0),
  row(410101, before, 0, 100),
  row(410101, ofYear, 0, 30),
  row(410101, range, 0, 5),
  row(410101, before, 100, 0, closingKind),
  row(310202, before, 0, 100, closingKind),
]
const closedNow = [row(410101, range, 35, 0, closingKind), row(310202, range, 0, 35, closingKind)]

function shown(segments: readonly Segment[], include_closing = false): string[] {
  const { sums, prior_years } = sumsFromSegments(exampleChart, segments, include_closing)
  const rows = sums.map(({ account_id, ...figures }) =>
    [account_id, ...[figures.opening, figures.debit, figures.credit].map((x) => text(x as never))].join(' '),
  )
  return [...rows.sort(), `prior ${text(prior_years)}`]
}

test('5.1: a balance is opened by all of the past, income by its year; a closed year leaves no prior profit', () => {
  expect(shown(closedBefore)).toEqual(['110103 130 5 0', '310202 -100 0 0', '410101 -30 0 5', 'prior 0'])
})

test('5.1: an unclosed year is shown as prior profit', () => {
  const open = closedBefore.filter(({ kind }) => kind !== closingKind)
  expect(shown(open)).toEqual(['110103 130 5 0', '410101 -30 0 5', 'prior -100'])
})

test('5.1: the closing entry of the year is not a movement, unless requested', () => {
  expect(shown([...closedBefore, ...closedNow])).toEqual(shown(closedBefore))
  expect(shown([...closedBefore, ...closedNow], true)).toEqual([
    '110103 130 5 0',
    '310202 -100 0 35',
    '410101 -30 35 5',
    'prior 0',
  ])
})

test('5.1: a closing entry before the range is excluded from the opening balance of income, not from that of equity', () => {
  const closed = [row(410101, ofYear, 30, 0, closingKind), row(310202, ofYear, 0, 30, closingKind)]
  expect(shown([...closedBefore, ...closed])).toEqual([
    '110103 130 5 0',
    '310202 -130 0 0',
    '410101 -30 0 5',
    'prior 0',
  ])
})
