import { expect, test } from 'vitest'
import { moneyInMessage, moneyText } from './money-text.ts'

const riyals = { code: 'SAR', decimals: 2 }
const dinars = { code: 'KWD', decimals: 3 }
test('money has the sign of the riyal to the left of its digits, and other currencies their code', () => {
  expect(moneyText(1150, riyals)).toBe('⃁\u00a01,150.00')
  expect(moneyText(-1150, riyals)).toBe('⃁\u00a0-1,150.00')
  expect(moneyText(5, dinars)).toBe('KWD\u00a05.000')
})
test('a message says the riyal in words that every phone can show', () => {
  expect(moneyInMessage(523.25, riyals, 'ar')).toBe('523.25 ريال')
  expect(moneyInMessage(523.25, riyals, 'en')).toBe('523.25 SAR')
  expect(moneyInMessage(5, dinars, 'ar')).toBe('5.000 KWD')
})
