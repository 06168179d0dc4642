import { expect, test } from 'vitest'
import { isolateBidi } from './isolateBidi.ts'

const seen = (text: string) =>
  isolateBidi(text).replaceAll('\u2066', '[').replaceAll('\u2069', ']').replaceAll('-\u2060', '\u2011')
test.each([
  ['حتى 2026-12-31.', 'حتى [2026\u201112\u201131].'],
  ['من 2026-10-01 إلى 2026-12-31', 'من [2026\u201110\u201101] إلى [2026\u201112\u201131]'],
  ['فاتورة 61-26012', 'فاتورة [61-26012]'],
  ['بقي -340,505.00 في الحساب', 'بقي [-340,505.00] في الحساب'],
  ['الفاتورة INV-2026-000230', 'الفاتورة INV-2026-000230'],
  ['فرع الرياض - العليا 120', 'فرع الرياض - العليا 120'],
])('%s', (text, expected) => expect(seen(text)).toBe(expected))
