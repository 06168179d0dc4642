import { describe, expect, test } from 'vitest'
import { provenOrder, readDay } from './days.ts'
import { provenMark, readFigure, readSided } from './figures.ts'

describe('a figure', () => {
  test.each([
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['١٬٢٣٤٫٥٦', '1234.56'],
    ['(1,250.00)', '-1250'],
    ['1,250.00-', '-1250'],
    ['-٥٠٠', '-500'],
    ['SAR 1,000.00', '1000'],
    ['1 234 567.8', '1234567.8'],
    ['12,5', '12.5'],
    ['1,234', '1234'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['١٢٠٠ ر.س', '1200'],
    ['0', '0'],
    ['15%', '15'],
    ['٪١٥', '15'],
    ['.5', '0.5'],
    ['-', '0'],
    [' –   ', '0'],
    ['SAR -', '0'],
    ['SAR450.00', '450'],
    ['1,150.00 SAR', '1150'],
    ['-SAR 20', '-20'],
    ['(SAR 20.00)', '-20'],
    ['ر.س. ١٬٢٣٤٫٥٦', '1234.56'],
    ['\u200f١٢٠٠ \u00a0ريال\u200e', '1200'],
    ['1\u00a0234\u202f567.80', '1234567.8'],
    ['١،٢٣٤', '1234'],
    ['1’234.50', '1234.5'],
  ])('%s is read as %s', (written, expected) => expect(readFigure(written)).toBe(expected))
  test.each(['', 'abc', '1.2.3', '12a', '1,23,4.5.6', '--5', '()', '1.5E+03', '#REF!'])('"%s" is none', (written) =>
    expect(readFigure(written)).toBeNull(),
  )
  test('a comma is the decimal mark where the file proves it', () => {
    expect(provenMark(['1.234,56', '12,5', '100'])).toBe(',')
    expect(readFigure('1.234', ',')).toBe('1234')
    expect(readFigure('0,125', ',')).toBe('0.125')
    expect(provenMark(['1,234.56', '7.5'])).toBe('.')
    expect(provenMark(['100', '200'])).toBeNull()
  })
})

describe('a day', () => {
  test.each([
    ['2026-11-25', '2026-11-25'],
    ['25/11/2026', '2026-11-25'],
    ['٢٥/١١/٢٠٢٦', '2026-11-25'],
    ['05/06/2026', '2026-06-05'],
    ['11/25/2026', '2026-11-25'],
    ['25-Nov-2026', '2026-11-25'],
    ['Nov 25, 2026', '2026-11-25'],
    ['25 نوفمبر 2026', '2026-11-25'],
    ['25.11.26', '2026-11-25'],
    ['2026-11-25 13:45:00', '2026-11-25'],
    ['2026-11-25T00:00:00.000Z', '2026-11-25'],
    ['25/11/2026 12:00:00 ص', '2026-11-25'],
    ['Nov 25, 2026, 1:45 PM', '2026-11-25'],
    ['Wednesday, November 25, 2026', '2026-11-25'],
    ['الأربعاء، ٢٥ نوفمبر ٢٠٢٦', '2026-11-25'],
    ['25-Nov-26', '2026-11-25'],
    ['20261125', '2026-11-25'],
    ['45000', '2023-03-15'],
    ['1446-01-01', '2024-07-07'],
    ['01/01/1446هـ', '2024-07-07'],
    ['1 محرم 1446', '2024-07-07'],
  ])('%s is read as %s', (written, expected) => expect(readDay(written)).toBe(expected))
  test.each(['', '31/02/2026', '2026-13-01', 'tomorrow', '1446-13-01'])('"%s" is none', (written) =>
    expect(readDay(written)).toBeNull(),
  )
  test('the month comes first where the file proves it', () => {
    expect(provenOrder(['11/25/2026', '01/02/2026'])).toBe('mdy')
    expect(readDay('01/02/2026', 'mdy')).toBe('2026-01-02')
    expect(provenOrder(['25/11/2026'])).toBe('dmy')
  })
})

test.each([
  ['1,150.00 Dr', '1150'],
  ['500 Cr', '-500'],
  ['Cr. 500', '-500'],
  ['٥٠٠ دائن', '-500'],
  ['مدين 500', '500'],
  ['-20', '-20'],
])('a figure with its side: %s is %s', (written, expected) => expect(readSided(written)).toBe(expected))
