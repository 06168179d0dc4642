import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/main.ts'
import { startProcess } from '../test/harness/server-process.ts'
import { signIn } from './client.ts'
import { fill } from './fill.ts'
import type { Ground } from './ground.ts'
import { layGround, signer } from './seed-database.ts'

/**
 * `node bench/matching.ts [documents] [lines]`: how long bank lines take to show with their proposals, against that
 * many documents, and reading the open documents once in comparison.
 */
const [size, count] = [Number(process.argv[2] ?? 200_000), Number(process.argv[3] ?? 10_000)]
const pageSize = 100
const dataDir = resolve('data-bench/matching')

rmSync(dataDir, { recursive: true, force: true })
mkdirSync(dataDir, { recursive: true })
const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test' })
const database = await openDatabase(config)
const client = new pg.Client({ ...(database.superuser ?? database.owner) })
try {
  const [ground] = (await layGround(config, database.app, ['big'])) as [Ground]
  await client.connect()
  await said('filling', () => fill(client, ground, size))
  await client.query('VACUUM (ANALYZE)')
  const { host, port, user, password, database: name } = database.owner
  const at = `@x:${port}/${name}?host=${encodeURIComponent(host)}`
  process.env.NODE_ENV = 'production'
  const server = startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}${at}`,
    DATABASE_APP_URL: `postgres://${database.app.user}:${encodeURIComponent(database.app.password)}${at}`,
  })
  try {
    await measure((await server.address) as string, ground)
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
  }
} finally {
  await client.end()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(address: string, { organization, method }: Ground): Promise<void> {
  const open = `FROM documents WHERE organization_id = ${organization} AND state = 'posted' AND settled < total AND kind IN ('invoice', 'bill')`
  const documents = await said('reading the open documents once', () =>
    client.query(`SELECT id, kind, number, document_date::text, total - settled AS remaining ${open}`),
  )
  const every = Math.max(1, Math.floor(documents.rows.length / count))
  const rows = documents.rows
    .filter((_, index) => index % every === 0)
    .slice(0, count)
    .map((row, index) => {
      const text = index % 2 === 0 ? `TRANSFER ${row.number}` : `TRANSFER ${index}`
      return `${row.document_date},${text},${row.kind === 'bill' ? '-' : ''}${row.remaining}`
    })
  const account = (await client.query('SELECT account_id FROM payment_methods WHERE id = $1', [method])).rows[0]
  const login = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...signer('big'), remember: true }),
  })
  const { token } = ((await login.json()) as { data: { token: string } }).data
  const form = new FormData()
  form.set('account_id', String(account.account_id))
  form.set('statement_file', new Blob([['Date,Description,Amount', ...rows].join('\n')]), 'bank.csv')
  await said(`storing ${rows.length} lines`, async () => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() }
    const answer = await fetch(`${address}/api/bank/statements`, { method: 'POST', headers, body: form })
    if (!answer.ok) throw new Error(await answer.text())
  })
  const caller = await signIn(address, signer('big'))
  const [statement] = (await caller.get('/bank/statements')).data as { id: number }[]
  for (const turn of ['first', 'second', 'third'])
    await said(`proposing for all of them in one pass, the ${turn} time`, async () => {
      console.log((await caller.get(`/bank/statements/${statement?.id}/sure`)).data)
    })
  for (const turn of ['first', 'second'])
    await said(
      `proposing for all of them by the page, the ${turn} time (of ${documents.rows.length} open documents)`,
      async () => {
        let guessed = 0
        for (let page = 1; page <= Math.ceil(rows.length / pageSize); page++) {
          const { data } = await caller.get(
            `/bank/statements/lines?account_id=${account.account_id}&state=open&per_page=${pageSize}&page=${page}`,
          )
          guessed += (data as { guesses: unknown[] }[]).filter(({ guesses }) => guesses.length > 0).length
        }
        console.log(`${guessed} of ${rows.length} lines have a proposal`)
      },
    )
}

async function said<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  const result = await work()
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(2)} s`)
  return result
}
