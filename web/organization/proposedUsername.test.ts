import { expect, test } from 'vitest'
import { proposedUsername } from './proposedUsername.ts'

test.each([
  ['شركة الأفق للتجارة', 'alafq-lltjara'],
  ['Horizon Trading Co.', 'horizon-trading'],
  ['مؤسسة 3M', '3m'],
  ['中建', ''],
  ['', ''],
])('proposes a Latin user name for %s', (name, proposed) => expect(proposedUsername(name)).toBe(proposed))
