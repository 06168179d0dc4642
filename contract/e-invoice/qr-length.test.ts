import { expect, test } from 'vitest'
import { calculate } from './calculate.ts'
import { exampleInput } from './example-documents.ts'
import { qrLength } from './qr-length.ts'
import { verdictOf } from './verdict.ts'

const verdictWith = (audience: 'standard' | 'simplified', name: string) => {
  const example = exampleInput(audience)
  const invoice = calculate({ ...example, seller: { ...example.seller, name } })
  return verdictOf(invoice, { today: '2026-01-31', stage: 'draft' }).issues.map(({ rule }) => rule)
}

test('a code of 525 bytes has 700 characters', () => {
  const rest = 9 * 2 + 15 + 19 + 44 + 96 + 88 + 72 + 12 + 11
  expect(qrLength('x'.repeat(525 - rest), '123456789.00', '12345678.00')).toBe(700)
  expect(qrLength('x'.repeat(526 - rest), '123456789.00', '12345678.00')).toBe(704)
  expect(qrLength('ش', '1', '1') - qrLength('', '1', '1')).toBeLessThanOrEqual(4)
})

test('a name that makes the code of a simplified invoice longer than 700 characters is remarked on', () => {
  expect(verdictWith('simplified', 'ش'.repeat(100))).toContain('MIZAN-QR-700')
  expect(verdictWith('simplified', 'ش'.repeat(70))).not.toContain('MIZAN-QR-700')
  expect(verdictWith('standard', 'ش'.repeat(100))).not.toContain('MIZAN-QR-700')
})
