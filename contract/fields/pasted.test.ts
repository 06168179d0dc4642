import { describe, expect, test } from 'vitest'
import { shiftedEnd } from '#ledger/calendar/calendar.ts'
import { reminderCalls } from '../schedules/reminders.ts'
import { deliveryCalls } from '../sharing/deliveries.ts'
import { date } from './choice.ts'
import { amount, price, quantity } from './decimal.ts'
import { code, email, phone, saudiTaxNumber } from './text.ts'

// What is pasted from chats and mails carries invisible marks, and lists are typed on keyboards of both scripts.

const dressed = (text: string) => `\u202a\u200e${text.slice(0, 2)}\u200f${text.slice(2)}\u200d\u202c`

describe('invisible marks are taken off', () => {
  test.each([
    ['an address', email, 'Buyer@Example.sa', 'buyer@example.sa'],
    ['an amount', amount, '1,150.00', '1150'],
    ['a quantity', quantity, '٢٫٥', '2.5'],
    ['a price', price, '1150.25', '1150.25'],
    ['a mobile number', phone, '+966 50 123 4567', '+966 50 123 4567'],
    ['a VAT number', saudiTaxNumber, '310122393500003', '310122393500003'],
    ['a code', code, 'INV-٠٠١', 'INV-001'],
    ['a day', date, '2026-01-31', '2026-01-31'],
  ] as const)('of %s', (_, schema, plain, stored) => {
    expect(schema.parse(dressed(plain))).toBe(stored)
  })
  test('and an amount of them alone is none', () => {
    expect(amount.safeParse('\u200f\u202c').success).toBe(false)
  })
})

describe('a list', () => {
  const both = ['a@example.sa', 'b@example.sa']
  test.each([', ', ';', '\n', '، ', '،', '؛ '])('of addresses is parted by %j', (mark) => {
    const input = { channel: 'mail', language: 'ar', recipients: `\u202a${both[0]}\u202c${mark}${both[1]}` }
    expect(deliveryCalls.invoice.create.body.parse(input)).toMatchObject({ recipients: both })
  })
  test('of days is read in Arabic digits', () => {
    const body = { is_on: false, offsets: '-٣، ٠؛ ٧', language: 'ar', subject: '', body: '' }
    expect(reminderCalls.save.body.parse(body)).toMatchObject({ offsets: [-3, 0, 7] })
  })
})

test.each([
  ['2026-02-28', 1, '2026-03-31'],
  ['2026-06-30', 3, '2026-09-30'],
  ['2026-02-28', 2, '2026-04-30'],
  ['2026-01-15', 2, '2026-03-15'],
  ['2027-02-28', 12, '2028-02-29'],
])('the end %s of a period is %i months later %s', (day, months, expected) => {
  expect(shiftedEnd(day, months)).toBe(expected)
})
