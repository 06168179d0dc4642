import { expect, test } from 'vitest'
import { refusalOf } from '../../test/harness/posting/decisions.ts'
import { requireUnfiledMonth } from './filed-months.ts'
import { requireLawfulRate } from './withheld.ts'

const paid = { payment_date: '2026-11-05' }

test.each([
  [{ withholding_rate: '15' }, '15'],
  [{}, '0'],
  [{ withholding_type: 'royalties' }, '15'],
  [{ withholding_type: 'royalties', withholding_rate: '15.0000' }, '15'],
  [{ withholding_type: 'royalties', withholding_rate: '7.5', withholding_certificate: 'UK-77' }, '7.5'],
  [{ withholding_type: 'dividends', withholding_rate: '0', withholding_certificate: 'AE-1' }, '0'],
])('a payment that says %j withholds %s percent', (said, percent) =>
  expect(requireLawfulRate({ ...paid, ...said })).toBe(percent),
)

test.each([
  [{ withholding_rate: '7' }, 'withholding_rate', 'withholding_type_needed'],
  [{ withholding_certificate: 'UK-77' }, 'withholding_type', 'withholding_type_needed'],
  [{ withholding_type: 'rent', withholding_rate: '15' }, 'withholding_rate', 'withholding_rate_above'],
  [
    { withholding_type: 'royalties', withholding_rate: '5' },
    'withholding_certificate',
    'withholding_certificate_needed',
  ],
  [{ withholding_type: 'royalties', payment_date: '1990-01-01' }, 'withholding_type', 'withholding_no_law'],
])('a payment that says %j is refused on %s', (said, field, code) => {
  expect(refusalOf(() => requireLawfulRate({ ...paid, ...said }))).toEqual({ code, fields: [field] })
})

test('a day of a filed month takes no tax withheld, and the days around it do', () => {
  const months = [{ from: '2026-10-01', to: '2026-10-31' }]
  const refused = (day: string) => refusalOf(() => requireUnfiledMonth(months, day, 'payment_date'))
  expect(refused('2026-10-31')).toEqual({ code: 'withholding_filed', fields: ['payment_date'] })
  for (const day of ['2026-09-30', '2026-11-01']) requireUnfiledMonth(months, day, 'payment_date')
})
