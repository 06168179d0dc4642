import { expect, test } from 'vitest'
import { countedOfLots, isScannedTwice, lotNumberOf, serialsOf, storedLotRows, withScannedLot } from './lotRow.ts'

const serial = { number: 'S-1', expires_on: null, is_serial: true }
const batch = { number: 'B-1', expires_on: '2027-03-31', is_serial: false }
const row = (number: string, quantity = '1', expires_on = '') => ({ number, expires_on, quantity })

test('a number is the same in Arabic, Persian and Latin digits', () => {
  expect(['S-١٢', 'S-۱۲', ' S-12 '].map(lotNumberOf)).toEqual(['S-12', 'S-12', 'S-12'])
  expect(serialsOf('٧\n7\n8')).toEqual([row('7'), row('8')])
})

test('a scan adds one piece of a batch, and a serial number once', () => {
  expect(withScannedLot([], batch)).toEqual([row('B-1', '1', '2027-03-31')])
  expect(withScannedLot([row('B-1', '2')], batch)).toEqual([row('B-1', '3')])
  expect(withScannedLot([row('S-1')], serial)).toBe(null)
  expect(isScannedTwice([{ lots: [] }, { lots: [row('S-1')] }], serial)).toBe(true)
  expect(isScannedTwice([{ lots: [row('B-1')] }], batch)).toBe(false)
})

test('what is counted is the sum of the lots, or as it was typed while a quantity is missing', () => {
  expect(countedOfLots(serialsOf('1;2;3'), '')).toBe('3')
  expect(countedOfLots([row('B-1', '4'), row('B-2', '')], '9')).toBe('9')
  expect(countedOfLots([], '5')).toBe('5')
})

test('a stored lot without a quantity says none', () => {
  expect(storedLotRows([{ number: 'S-1' }])).toEqual([row('S-1', '')])
})
