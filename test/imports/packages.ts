import type { Client, ReplyBody, TestApp } from '../harness/api.ts'
import { expectOk } from '../harness/organization.ts'

// Everything of an organization as one file, and the figures that must be the same when it came in elsewhere.

export async function everythingOf(app: TestApp, owner: Client, format: 'csv' | 'xlsx'): Promise<Buffer> {
  const reply = await app.app.inject({
    method: 'GET',
    url: `/api/imports/export?kind=package&format=${format}`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  if (reply.statusCode !== 200) throw new Error(reply.payload)
  return reply.rawPayload
}

export async function importPackage(owner: Client, content: Buffer, action: 'check' | 'commit' = 'commit') {
  const head =
    '--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\npackage\r\n--x\r\nContent-Disposition: form-data; name="import_file"; filename="all.zip"\r\nContent-Type: application/zip\r\n\r\n'
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--x--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const { id } = expectOk(await owner.ask('POST', '/imports', { payload, headers })).body.data
  expectOk(await owner.post(`/imports/${id}/${action}`))
  const record = await ended(owner, id)
  return { record, problems: await problemsOf(owner, record) }
}

/** A long run continues after its answer. */
export async function ended(owner: Client, id: number): Promise<ReplyBody> {
  for (;;) {
    const record = expectOk(await owner.get(`/imports/${id}`)).body.data
    if (!['checking', 'committing', 'undoing'].includes(record.state)) return record
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function problemsOf(owner: Client, record: ReplyBody): Promise<string[]> {
  const found: string[] = record.refusal ? [record.refusal] : []
  for (const part of record.parts)
    if (part.rows_refused > 0) {
      const rows = expectOk(await owner.get(`/imports/${part.id}/rows?outcome=refused&per_page=100`)).body.data
      for (const row of rows)
        found.push(
          `${part.kind} ${row.cells.slice(0, 4).join(' ')}: ${row.issues.map((one: { column: string; message: string }) => `${one.column} ${one.message}`).join(', ')}`,
        )
    }
  return found.slice(0, 30)
}

type Row = {
  key: string
  label: { name?: string } | string
  texts: Record<string, string>
  figures: Record<string, number>
}

type Figures = Record<string, Record<string, string>>
type Filed = { to: string; status: string; authority_reference: string | null }

/** Reports by names and numbers, as ids differ between organizations: of all years, the balances at the end of every month of the last one, and its open items at the ends of the quarters. */
export async function figuresOf(owner: Client): Promise<Record<string, Figures[string] | Figures>> {
  const of = async (path: string, name: (row: Row) => string) => {
    const sheet = expectOk(await owner.get(`/reports/${path}`)).body.data as { rows: Row[] }
    const found: Record<string, string> = {}
    for (const row of sheet.rows) {
      // What was voided moved both sides, and leaves with no trace.
      const figures = Object.entries(row.figures).filter(([key, figure]) => figure !== 0 && !key.startsWith('movement'))
      if (figures.length > 0) found[name(row)] = figures.map(([key, figure]) => `${key}=${figure}`).join(' ')
    }
    return found
  }
  const label = ({ label, texts, key }: Row) =>
    `${texts?.code ?? texts?.number ?? ''} ${typeof label === 'object' ? label.name : label} ${/\d/.test(key) ? '' : key}`
  const years = expectOk(await owner.get('/accounting/financial-years?per_page=50')).body.data as {
    started_at: string
    ended_at: string
  }[]
  const from = years.map((year) => year.started_at).sort()[0] as string
  const to = years
    .map((year) => year.ended_at)
    .sort()
    .at(-1) as string
  const past: Figures = {}
  for (const day of monthEnds(from, to)) {
    past[`${day} balances`] = await of(`trial-balance?from=${from}&to=${day}&whole=true`, label)
    if (Number(day.slice(5, 7)) % 3 !== 0) continue
    past[`${day} receivables`] = await of(`aged-receivables?to=${day}&whole=true`, label)
    past[`${day} payables`] = await of(`aged-payables?to=${day}&whole=true`, label)
  }
  return {
    past,
    balances: await of(`trial-balance?from=${from}&to=${to}&whole=true`, label),
    receivables: await of(`aged-receivables?to=${to}&whole=true`, label),
    payables: await of(`aged-payables?to=${to}&whole=true`, label),
    stock: await of(`inventory-valuation?to=${to}&whole=true`, label),
    vat: await of(`vat-return?from=${from}&to=${to}&whole=true`, label),
    withheld: await of(`withholding-by-payee?from=${from}&to=${to}`, label),
    filed: Object.fromEntries(
      (expectOk(await owner.get('/withholding-periods')).body.data.months as Filed[]).map((month) => [
        month.to,
        `${month.status} ${month.authority_reference}`,
      ]),
    ),
  }
}

/** The last days of the months of the last year. */
function monthEnds(from: string, to: string): string[] {
  const ends: string[] = []
  for (let month = 1; month <= 12; month++) {
    const day = new Date(Date.UTC(Number(to.slice(0, 4)), month, 0)).toISOString().slice(0, 10)
    if (day >= from && day < to) ends.push(day)
  }
  return ends
}
