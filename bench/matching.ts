import { signIn, tokenOf } from './client.ts'
import { fill } from './fill.ts'
import type { Ground } from './ground.ts'
import { type MeasuredServer, measureServer } from './measured-server.ts'
import { signer } from './seed-database.ts'

/**
 * `node bench/matching.ts [documents] [lines]`: how long bank lines take to show with their proposals, against that
 * many documents, and reading the open documents once in comparison.
 */
const [size, count] = [Number(process.argv[2] ?? 200_000), Number(process.argv[3] ?? 10_000)]
const pageSize = 100

await measureServer('matching', ['big'], measure, async (client, [ground]) => {
  await said('filling', () => fill(client, ground as Ground, size))
  await client.query('VACUUM (ANALYZE)')
})

async function measure({ address, client, grounds }: MeasuredServer): Promise<void> {
  const { organization, method } = grounds[0] as Ground
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
  const token = await tokenOf(address, signer('big'))
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
