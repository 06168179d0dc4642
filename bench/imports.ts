import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { tokenOf } from './client.ts'
import { type MeasuredServer, measureServer } from './measured-server.ts'
import { signer } from './seed-database.ts'

/**
 * `node bench/imports.ts [customers] [journal lines] [invoices]`: how long files of that many rows take to check and to import, the memory of the
 * server meanwhile, the lists of other users meanwhile, and the bare COPY with the same checks in SQL in comparison.
 */
const [customers, lines, invoices] = [100_000, 200_000, 20_000].map((count, index) =>
  Number(process.argv[2 + index] ?? count),
) as [number, number, number]
const linesOfEntry = 10

await measureServer('imports', ['big', 'other'], measure)

function megabytes(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}

async function measure({ address, pid, client }: MeasuredServer): Promise<void> {
  const [big, other] = [await tokenOf(address, signer('big')), await tokenOf(address, signer('other'))]
  const list = async () => {
    const start = performance.now()
    await (await fetch(`${address}/api/products?per_page=20`, { headers: { authorization: `Bearer ${other}` } })).text()
    return performance.now() - start
  }
  for (let count = 0; count < 200; count++) await list()
  const rest = await median(list, 100)
  console.log(`at rest: ${megabytes(pid)} MB, a list of another user ${rest.toFixed(1)} ms`)
  const rows = Array.from(
    { length: customers },
    (_, index) => `عميل رقم ${index},c${index}@example.sa,0501234567,company`,
  )
  const file = ['الاسم,البريد الإلكتروني,الجوال,النوع', ...rows].join('\n')
  await bareCopy(client, rows)
  await run(address, pid, big, { kind: 'customers', file, list, rest })
  const today = new Date().toISOString().slice(0, 10)
  const year = today.slice(0, 4)
  const entries = Array.from({ length: lines / linesOfEntry }, (_, entry) =>
    Array.from({ length: linesOfEntry }, (_row, row) => {
      const isDebit = row % 2 === 0
      return `J-${entry},${year}-01-${String(3 + (entry % 20)).padStart(2, '0')},${isDebit ? '110101' : '310101'},${isDebit ? '10.50' : ''},${isDebit ? '' : '10.50'}`
    }),
  ).flat()
  await run(address, pid, big, {
    kind: 'journal_entries',
    list,
    rest,
    file: ['رقم القيد,التاريخ,الحساب,مدين,دائن', ...entries].join('\n'),
  })
  const sold = Array.from({ length: invoices }, (_, index) => `H-${index},${today},عميل رقم ${index % 400},G1,1,100,15`)
  const head = 'رقم الفاتورة,تاريخ الفاتورة,العميل,الصنف,الكمية,السعر,نسبة الضريبة'
  await run(address, pid, big, { kind: 'invoices', list, rest, file: [head, ...sold].join('\n') })
}

type Run = { kind: string; file: string; list: () => Promise<number>; rest: number }

async function run(address: string, pid: number, token: string, { kind, file, list, rest }: Run): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const form = new FormData()
  form.set('kind', kind)
  form.set('import_file', new Blob([file]), 'many.csv')
  const started = performance.now()
  const answer = await fetch(`${address}/api/imports`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(await answer.text())
  const { id } = ((await answer.json()) as { data: { id: number } }).data
  console.log(`${kind}: read and stored in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  for (const act of ['check', 'commit'] as const) {
    const start = performance.now()
    const json = { ...headers, 'content-type': 'application/json' }
    void fetch(`${address}/api/imports/${id}/${act}`, { method: 'POST', headers: json, body: '{}' }).catch(() => {})
    const seen: number[] = []
    let [most, state] = [0, 'committing']
    while (['checking', 'committing', 'mapped'].includes(state)) {
      seen.push(await list())
      most = Math.max(most, megabytes(pid))
      await sleep(40)
      if (seen.length % 10 === 0) {
        const read = await fetch(`${address}/api/imports/${id}`, { headers })
        state = ((await read.json()) as { data: { state: string } }).data.state
      }
    }
    await requireAll(address, headers, id)
    const middle = seen.toSorted((a, b) => a - b)[seen.length >> 1] ?? 0
    console.log(
      `${kind}: ${act} in ${((performance.now() - start) / 1000).toFixed(1)} s (${state}), at most ${most} MB, a list of another user ${middle.toFixed(1)} ms, ${(middle / rest).toFixed(1)} x`,
    )
  }
}

/** A refused row would make the figures those of another work. */
async function requireAll(address: string, headers: Record<string, string>, id: number): Promise<void> {
  const refused = await (
    await fetch(`${address}/api/imports/${id}/rows?outcome=refused&per_page=10`, { headers })
  ).json()
  const { data } = refused as { data: unknown[] }
  if (data.length > 0) throw new Error(`rows are refused: ${JSON.stringify(data[0])}`)
}

/** The rows into a table with the checks of the rules: form of the address, length, known duplicates. */
async function bareCopy(client: pg.Client, rows: readonly string[]): Promise<void> {
  const start = performance.now()
  await client.query('CREATE TEMP TABLE bare (name text, email text, mobile text, type text)')
  const parts = rows.map((row) => row.split(','))
  for (let at = 0; at < parts.length; at += 5_000)
    await client.query('INSERT INTO bare SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])', [
      ...[0, 1, 2, 3].map((column) => parts.slice(at, at + 5_000).map((part) => part[column])),
    ])
  await client.query(`SELECT count(*) FROM bare WHERE email !~ '^[^@ ]+@[^@ ]+\\.[^@ ]+$' OR length(name) > 200 OR mobile !~ '^\\+?[0-9]{9,15}$'
    OR type NOT IN ('company', 'individual', 'establishment') OR EXISTS (SELECT FROM parties WHERE fold_text(parties.name) = fold_text(bare.name))`)
  await client.query('SELECT fold_text(name) FROM bare GROUP BY 1 HAVING count(*) > 1')
  console.log(`bare rows with the checks in SQL: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

async function median(work: () => Promise<number>, times: number): Promise<number> {
  const seen: number[] = []
  for (let count = 0; count < times; count++) seen.push(await work())
  return seen.toSorted((a, b) => a - b)[times >> 1] as number
}
