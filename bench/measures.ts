import { readFileSync } from 'node:fs'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { reads, startFloor } from './baseline.ts'
import { invoice, lists, otherLists, receipt, receivableOf, reports, searches } from './cases.ts'
import { type Client, send, signIn, tokenOf } from './client.ts'
import type { Ground } from './ground.ts'
import { atOnce, besides, callsOf, type Figures, inTurn, type Measured } from './measure.ts'
import { measureScreens } from './screens.ts'
import { signer } from './seed-database.ts'

export type Measures = { rows: Measured[]; memory_mb: number; idle_mb: number }
type Target = { address: string; grounds: Ground[]; database: ConnectionSettings; pid: number }

/** All promised figures, one after the other, each in turns with its lower bound. */
export async function measure({ address, grounds, database, pid }: Target): Promise<Measures> {
  const [big, ...others] = grounds as [Ground, ...Ground[]]
  const crowd = others.slice(0, -2)
  const floorGround = others.at(-2) as Ground
  const idle_mb = memoryOf(pid)
  const client = await signIn(address, signer('big'))
  const customer = await partyOf(client)
  const place = async (ground: Ground, name: string) => ({
    ground,
    customer: await partyOf(await signIn(address, signer(name))),
  })
  const places = [await place(floorGround, 'floor')]
  for (const [index, ground] of crowd.entries()) places.push(await place(ground, `crowd${index + 1}`))
  const floor = await startFloor(database, places, big)
  const rows: Measured[] = []
  const add = (row: Measured) => {
    rows.push(row)
    console.log(
      `${row.what}: p50 ${row.figures.p50.toFixed(1)} ms, p95 ${row.figures.p95.toFixed(1)} ms${row.note ? `, ${row.note}` : ''}`,
    )
  }
  try {
    const empty = await inTurn(300, () => send(`${floor.address}/api/empty`, 'GET'))
    const bare = () => send(`${floor.address}/api/bare/0`, 'POST')
    add({ what: 'floor: an empty route', figures: empty })
    add({ what: 'floor: the bare transaction', figures: await inTurn(200, bare) })
    const made: number[] = []
    const create = async () => {
      const { data } = await client.post('/invoices', invoice(big, customer))
      made.push((data as { id: number }).id)
    }
    add({ what: 'create and confirm an invoice of 3 rows', ...(await besides(200, create, bare, 1000)) })
    const pay = () => client.post('/accounting/income-payments', receipt(big, customer, made.splice(0, 3)))
    add({ what: 'income payment over 3 invoices', ...(await besides(100, pay, bare, 250)) })
    await crowds(address, big, customer, crowd, floor.address, add)
    await readings(client, big, customer, floor.address, add)
    const [seen] = (await client.get('/invoices?per_page=10')).data as { id: number }[]
    const token = await tokenOf(address, signer('big'))
    if (!(await measureScreens(address, { token, invoice: seen?.id as number }, add)))
      console.log('the screens were not measured: no browser is known (npm test finds one)')
    return { rows, memory_mb: memoryOf(pid), idle_mb }
  } finally {
    await floor.stop()
  }
}

/** The engine optimizes code after some hundred calls: until then callers wait for it. */
const pagesBefore = 300
const askedBefore = 30
const asked = 60
/** Sixty pages of a list take a tenth of a second, which is one write-back of the database in the background. */
const pagesAsked = 300

/** Every list, search and report, each in turns with the bare query of its answer where there is one. */
async function readings(client: Client, big: Ground, customer: number, floor: string, add: (row: Measured) => void) {
  const bare = (name: string) => () => send(`${floor}/api/${name}`, 'GET')
  for (const name of Object.keys(reads(big)))
    add({ what: `floor: the bare query of ${name}`, figures: await inTurn(100, bare(name)) })
  const timed = async (path: string, name?: string, count = asked) =>
    name
      ? besides(count, () => client.get(path), bare(name), askedBefore)
      : { figures: await inTurn(count, () => client.get(path), askedBefore) }
  const total = (await client.get('/invoices?per_page=10')).meta?.total ?? 0
  // Not the customer of all earlier measurements, who has as many invoices as fifty others.
  const [, usual] = (await client.get('/customers?per_page=10')).data as { id: number }[]
  const ways = lists(usual?.id as number, total)
  for (let index = 0; index < callsOf(pagesBefore); index++) await client.get('/invoices?per_page=10')
  for (const [, path] of ways) await client.get(path)
  for (const [what, path] of ways) {
    const first = firstPageOf(path)
    if (first === path) add({ what: `list: ${what}`, ...(await timed(path, 'list', pagesAsked)) })
    else add({ what: `list: ${what}`, ...(await farDown(client, path, first)) })
  }
  for (const [what, path] of otherLists) add({ what: `list: ${what}`, ...(await timed(path)) })
  for (const [what, path] of searches) add({ what: `search: ${what}`, ...(await timed(path, 'search')) })
  const receivable = await receivableOf(client)
  const [supplier] = (await client.get('/suppliers?per_page=10')).data as { id: number }[]
  const about = { receivable, customer, supplier: supplier?.id as number, product: big.products[0] as number }
  for (const [what, path, floorName] of reports(about))
    add({ what: `report: ${what}`, ...(await timed(path, floorName)) })
}

const firstPageOf = (path: string): string => path.replace(/&page=\d+/, '')

/** A page far down, asked in turns with the first page of its own order and filter. */
async function farDown(client: Client, path: string, first: string): Promise<Pick<Measured, 'figures' | 'note'>> {
  const { figures, floor } = await besides(
    pagesAsked,
    () => client.get(path),
    () => client.get(first),
    askedBefore,
  )
  return { figures, note: `${(figures.p50 / floor.p50).toFixed(1)} x its first page` }
}

/** Eight at once, in one organisation and over as many: no error, and the rate. */
async function crowds(
  address: string,
  big: Ground,
  customer: number,
  crowd: Ground[],
  floor: string,
  add: (row: Measured) => void,
) {
  // As warm as one client's: eight concurrent clients need code and connections that one alone never used.
  const crowded = (call: (client: number) => Promise<unknown>) => atOnce(crowd.length, 200, call, 250)
  // The floor by as many: the bare transaction in one organisation, and in one each.
  const bare = (place: (client: number) => number) =>
    crowded((client) => send(`${floor}/api/bare/${place(client)}`, 'POST'))
  const bareOne = await bare(() => 0)
  add({ what: 'floor: the bare transaction by 8 clients in one organisation', figures: bareOne, note: rate(bareOne) })
  const bareSeveral = await bare((client) => client + 1)
  add({
    what: 'floor: the bare transaction by 8 clients, each in his own',
    figures: bareSeveral,
    note: rate(bareSeveral),
  })
  const same = await Promise.all(crowd.map(() => signIn(address, signer('big'))))
  const one = await crowded((index) => (same[index] as Client).post('/invoices', invoice(big, customer)))
  add({ what: '8 clients confirming in one organisation', figures: one, floor: bareOne, note: rate(one) })
  const own = await Promise.all(crowd.map((_, index) => signIn(address, signer(`crowd${index + 1}`))))
  const theirs = await Promise.all(own.map(partyOf))
  const several = await crowded((index) =>
    (own[index] as Client).post('/invoices', invoice(crowd[index] as Ground, theirs[index] as number)),
  )
  add({ what: '8 clients confirming, each in his own', figures: several, floor: bareSeveral, note: rate(several) })
}

const rate = ({ perSecond }: Figures) => `${perSecond.toFixed(0)} a second`

/** A customer to invoice: the organisation's first, created if there is none. */
async function partyOf(client: Client): Promise<number> {
  const [first] = (await client.get('/customers?per_page=10')).data as { id: number }[]
  if (first) return first.id
  const body = {
    name: 'عميل',
    email: 'customer@example.sa',
    type: 'company',
    status: 'active',
    country_id: 1,
    city_id: 1,
  }
  return ((await client.post('/customers', body)).data as { id: number }).id
}

/** Resident memory of a process. */
function memoryOf(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kb) / 1024)
}
