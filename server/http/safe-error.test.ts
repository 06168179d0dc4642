import { expect, test } from 'vitest'
import { safeError } from './safe-error.ts'

test('the log of an error contains no email address and no details of the database', () => {
  const error = Object.assign(new Error('550 <sara@example.sa> is unknown; Key (email)=(sara@example.sa)'), {
    code: '23505',
    table: 'users',
    constraint: 'users_key',
    detail: 'Key (email)=(sara@example.sa)',
    envelope: { to: ['sara@example.sa'] },
    rejected: ['sara@example.sa'],
  })
  const said = safeError(error)
  expect(JSON.stringify(said)).not.toMatch(/sara|example/)
  expect(said).toMatchObject({ message: expect.stringContaining('(e-mail)'), code: '23505', table: 'users' })
})
