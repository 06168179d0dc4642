import type { PoolClient } from 'pg'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/harness/database.ts'
import type { PipelinedClient } from './pipelined-client.ts'

// Its own five hundred statement names: other files of the same process may have used the shared ones.
vi.resetModules()
const { connect, createPool } = await import('./pool.ts')

const { owner } = await createTestDatabase()
const pool = createPool(owner, 1)
afterAll(() => pool.end())

let client: PoolClient & PipelinedClient
beforeEach(async () => {
  client = await connect(pool)
  return () => client.release()
})

const code = (statement: Promise<unknown>) =>
  statement.then(
    () => 'answered',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
const numbers = (text: string, ...values: unknown[]) => client.send(text, values).then(({ rows }) => rows)

test('statements of one turn each get their own answer, whether prepared before or now', async () => {
  for (let round = 0; round < 3; round++) {
    const begun = client.query('BEGIN')
    const answers = await Promise.all([
      numbers('SELECT $1::bigint AS a, $2::text AS b', 1, 'one'),
      numbers('SELECT generate_series(1, $1::integer)::bigint AS n', 2),
      numbers('SELECT $1::bigint AS a, $2::text AS b', 2, null),
      numbers('SELECT 1 WHERE $1', false),
      client.query('SELECT 7 AS plain; SELECT 8 AS plain'),
      numbers('SELECT 9::numeric(5, 2) AS late'),
    ])
    const [, , , , plain, ...others] = answers
    expect((plain as unknown as { rows: unknown[] }[]).map(({ rows }) => rows)).toEqual([
      [{ plain: 7 }],
      [{ plain: 8 }],
    ])
    expect([...answers.slice(0, 4), ...others]).toEqual([
      [{ a: 1, b: 'one' }],
      [{ n: 1 }, { n: 2 }],
      [{ a: 2, b: null }],
      [],
      [{ late: '9.00' }],
    ])
    await begun
    expect((await client.query('COMMIT')).command).toBe('COMMIT')
  }
  const lists = [[1, 9_007_199_254_740_991, -3], [], ['a,"b', null], [1.5, 2]]
  const [one] = await numbers(
    'SELECT $1::bigint[] AS ids, $2::bigint[] AS none, $3::text[] AS words, $4::numeric[] AS half',
    ...lists,
  )
  expect(one).toEqual({ ids: lists[0], none: [], words: lists[2], half: [1.5, 2] })
  const written = [
    client.query('BEGIN; CREATE TEMPORARY TABLE kept (n integer) ON COMMIT DROP'),
    client.send('INSERT INTO kept SELECT generate_series(1, $1)', [3]),
    client.send('UPDATE kept SET n = n + 1 WHERE n > $1', [1]),
    client.query('COMMIT'),
  ]
  expect((await Promise.all(written)).map(({ command, rowCount }) => [command, rowCount]).slice(1)).toEqual([
    ['INSERT', 3],
    ['UPDATE', 2],
    ['COMMIT', null],
  ])
})

test('a failed statement reports its error, later ones are skipped, and the connection stays usable', async () => {
  const late = 'SELECT $1::integer + 100 AS first_told_behind_a_failure'
  await client.query('BEGIN')
  const outcomes = [
    code(client.send('SELECT $1::integer AS before', [1])),
    code(client.send('SELECT 1 / $1::integer AS broken', [0])),
    code(client.send(late, [1])),
    code(client.send('SELECT $1::integer AS before', [2])),
  ]
  expect(await Promise.all(outcomes)).toEqual(['answered', '22012', '25P02', '25P02'])
  expect(await code(client.send('SELECT $1::integer AS before', [3]))).toBe('25P02')
  expect((await client.query('COMMIT')).command).toBe('ROLLBACK')
  await client.query('BEGIN')
  expect(await numbers(late, 1)).toEqual([{ first_told_behind_a_failure: 101 }])
  expect(await numbers('SELECT $1::integer AS before', 4)).toEqual([{ before: 4 }])
  await client.query('ROLLBACK')
})

test('a commit sent behind one that fails commits nothing', async () => {
  const outcomes = [client.query('BEGIN'), client.send('SELECT 1 / $1::integer', [0]), client.query('COMMIT')] as const
  expect(await code(outcomes[1])).toBe('22012')
  expect((await outcomes[2]).command).toBe('ROLLBACK')
})

test('a text the database does not understand, and a value that cannot be sent, are refused by themselves', async () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  await client.query('BEGIN')
  const outcomes = [
    code(client.send('SELECT $1::integer AS before', [1])),
    code(client.send('SELECT $1::jsonb AS circle', [circle])),
    code(client.send('SELECT $1::integer AS after', [1])),
    code(client.send('SELEKT $1', [1])),
  ]
  expect(await Promise.all(outcomes)).toEqual(['answered', expect.stringContaining('circular'), 'answered', '42601'])
  await client.query('ROLLBACK')
  expect(await code(client.query('SELECT 1'))).toBe('answered')
})

test('BEGIN, the tenant and COMMIT are in the batch of their statements', async () => {
  const begin = () => [client.command('BEGIN'), client.commandOnce(`SET LOCAL app.organization_id = ${7}`)]
  const asked = client.send("SELECT current_setting('app.organization_id', true) AS whose, $1::integer AS n", [1])
  await asked
  for (let round = 0; round < 3; round++) {
    const outcomes = await Promise.all([
      ...begin(),
      numbers("SELECT current_setting('app.organization_id', true) AS whose, $1::integer AS n", round),
      client.command('COMMIT'),
    ])
    expect(outcomes[2]).toEqual([{ whose: '7', n: round }])
    expect((outcomes[3] as { command: string }).command).toBe('COMMIT')
  }
  expect(await numbers("SELECT current_setting('app.organization_id', true) AS whose, $1::integer AS n", 9)).toEqual([
    { whose: '', n: 9 },
  ])
  const broken = [...begin(), client.send('SELECT 1 / $1::integer', [0]), client.command('COMMIT')]
  expect(await Promise.all(broken.map(code))).toEqual(['answered', 'answered', '22012', '25P02'])
  await client.query('ROLLBACK')
  expect((await Promise.all([...begin(), client.command('COMMIT')])).at(-1)?.command).toBe('COMMIT')
})

test('a known statement that was passed over is still known afterwards', async () => {
  const known = 'SELECT $1::integer AS known_before'
  await client.query('BEGIN')
  expect(await numbers(known, 1)).toEqual([{ known_before: 1 }])
  const outcomes = [code(client.send('SELECT 1 / $1::integer AS broken', [0])), code(client.send(known, [2]))]
  expect(await Promise.all(outcomes)).toEqual(['22012', '25P02'])
  await client.query('ROLLBACK')
  await client.query('BEGIN')
  expect(await numbers(known, 3)).toEqual([{ known_before: 3 }])
  await client.query('ROLLBACK')
})

test('the first failure is reported first, also of an unnamed statement', async () => {
  const known = 'SELECT $1::integer AS named_in_time'
  await numbers(known, 1)
  for (let text = 0; text < 500; text++) await numbers(`SELECT $1::integer AS text_${text}`, text)
  await client.query('BEGIN')
  const failed: string[] = []
  const failing = [
    client.send('SELECT 1 / $1::integer AS without_a_name', [0]).catch(() => failed.push('first')),
    client.send(known, [2]).catch(() => failed.push('second')),
  ]
  await Promise.all(failing)
  expect(failed).toEqual(['first', 'second'])
  await client.query('ROLLBACK')
})
