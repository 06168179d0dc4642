import { expect, test } from 'vitest'
import type { Context } from '#server/core/context.ts'
import { writeTables } from './write-table.ts'

test.each(['=1+1', '+1', '-1+1', '@sum', ';=1+1', '"=1+1', " ;'=1", '\t=1', '|=cmd'])(
  '%j opens as text',
  async (cell) => {
    const columns = [{ head: 'name', kind: 'plain' as const }]
    const { content } = await writeTables(
      { language: 'en' } as Context,
      'x',
      [{ title: 'x', columns, rows: [[cell]] }],
      'csv',
    )
    const [, line = ''] = content.toString('utf8').split('\n')
    expect(line.replace(/^"/, '')).toMatch(/^'/)
  },
)
test.each(['plain', 'a=b', "O'Neil", '12', 'شركة'])('%j stays as it is', async (cell) => {
  const columns = [{ head: 'name', kind: 'plain' as const }]
  const { content } = await writeTables(
    { language: 'en' } as Context,
    'x',
    [{ title: 'x', columns, rows: [[cell]] }],
    'csv',
  )
  expect(content.toString('utf8').split('\n')[1]).toBe(cell)
})
