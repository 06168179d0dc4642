import { expect, test } from 'vitest'
import { whatsAppAddress } from './whatsAppAddress.ts'

test.each([
  ['0501234567', '966501234567'],
  ['٠٥٠١٢٣٤٥٦٧', '966501234567'],
  ['501234567', '966501234567'],
  ['+966 50 123 4567', '966501234567'],
  ['00971501234567', '971501234567'],
  ['', ''],
])('writes %s to %s', (phone, digits) => {
  expect(whatsAppAddress(phone, 'a & b\nc')).toBe(`https://wa.me/${digits}?text=a%20%26%20b%0Ac`)
})
