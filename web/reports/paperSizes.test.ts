import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { paperSizes } from './paperSizes.ts'

const columns = (...kinds: Sheet['columns'][number]['kind'][]) =>
  kinds.map((kind, index) => ({ key: String(index), kind })) as Sheet['columns']
const amounts = (count: number) => Array<'amount'>(count).fill('amount')

test('with short names the headings take the free width, with long names the names take it', () => {
  const ages = columns('label', ...amounts(8))
  expect(paperSizes(ages, 30)).toEqual({ '--paper-zoom': 1, '--paper-figure': '96px' })
  const boxes = columns('code', 'label', ...amounts(7), 'percent')
  expect(paperSizes(boxes, 82)).toMatchObject({ '--paper-figure': '63px' })
  expect(paperSizes(boxes, 200)).toMatchObject({ '--paper-figure': '60px' })
})

test('a table that does not fit on a sheet is scaled down, except one without figures', () => {
  expect(paperSizes(columns('label', ...amounts(20)), 20)['--paper-zoom']).toBeLessThan(1)
  expect(paperSizes(columns('date', 'text'), 20)).toMatchObject({ '--paper-figure': '96px' })
})
