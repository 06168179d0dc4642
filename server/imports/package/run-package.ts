import { importKindOf } from '#contract/imports/import-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { importing } from '../importing.ts'
import type { CellRow, Made } from '../kinds/import-kind.ts'
import type { ImportUnit } from '../plan-unit.ts'
import { rulesOf } from '../rules-of.ts'
import { type ImportRun, keepRecords, RolledBack, takeTurn, writeOneByOne, writeRows } from '../run-import.ts'
import { failRun, finishRun, type RunCounts, reportProgress, startRun } from '../run-progress.ts'
import { layoutOf, partsOf, rowsOne, type StoredImport } from '../stored-import.ts'
import { inOrder, type OrderedRecord } from './in-order.ts'
import { activateMasters, adoptRetired, type MasterStates, restoreMasters } from './master-states.ts'
import { beginAll, beginTracking, refuseWithoutLots, type TrackedLater, untrackedAtFirst } from './tracked-later.ts'

const noCounts = (): RunCounts => ({ done: 0, new: 0, changed: 0, skipped: 0, refused: 0 })
/** A kind that closes days is written after everything that waits to be tried again. */
const closing: ReadonlySet<string> = new Set([
  'vat_returns',
  'withholding_returns',
  'year_closings',
  'fx_revaluations',
  'opening_clearings',
])
const first: ReadonlySet<string> = new Set(['settings', 'masters', 'opening'])
/** Records between two reports of the progress. */
const reportedEach = 50

type Part = { stored: StoredImport; counts: RunCounts; made: (Made & { position: number })[] }
type Package = {
  base: Context
  context: Context
  id: number
  parts: Part[]
  position: number
  whole: RunCounts
  trackedLater: TrackedLater
}

/**
 * All files of a package in one transaction: what is named first, then everything that was posted, in the order in which it was posted,
 * so that goods cost what they cost and what is paid is there. A record that is refused is tried again later, for what it needs may come
 * after it. If one is still refused at the end, nothing is written, and its reason is on its row.
 */
export async function runPackage(asked: Context, stored: StoredImport, isCommit: boolean): Promise<void> {
  const base = untouched(importing(asked))
  const { pool } = base.services
  const organization = base.session.organization_id
  const whole = noCounts()
  const own = (await inTenant(pool, organization, 'read', (db) => partsOf({ ...base, db }, stored.id))).map(
    (part): Part => ({ stored: part, counts: noCounts(), made: [] }),
  )
  try {
    await inTenant(pool, organization, 'write', async (db) => {
      for (const part of own) Object.assign(part, { counts: noCounts(), made: [] })
      Object.assign(whole, noCounts())
      for (const id of [stored.id, ...own.map((part) => part.stored.id)]) await startRun(base, id)
      const context = { ...base, db }
      await takeTurn(context, stored.id)
      const run: Package = { base, context, id: stored.id, parts: own, position: 0, whole, trackedLater: new Map() }
      const states = await writeNamed(run)
      await writePosted(run)
      if (whole.refused === 0) await beginAll(context, run.trackedLater)
      await restoreMasters(context, states)
      if (!isCommit || whole.refused > 0) throw new RolledBack()
      for (const part of own) await keepRecords(context, part.stored.id, part.made, part.counts)
      await keepRecords(context, stored.id, [], whole)
    })
  } catch (error) {
    for (const part of own) await finishRun(base, part.stored.id, part.counts, 'checked')
    if (!(error instanceof RolledBack)) {
      await failRun(base, stored.id, error, 'mapped')
      throw error
    }
    await finishRun(base, stored.id, whole, 'checked')
  }
}

/** What the organization does by itself on the way is in the files already. */
function untouched(context: Context): Context {
  const organization = {
    ...context.session.organization,
    settlement_tolerance: '0',
    receipt_without_reference: 'credit',
  }
  return { ...context, session: { ...context.session, organization } }
}

/** Settings, masters and opening balances: file by file, as each is imported alone. */
async function writeNamed(run: Package): Promise<MasterStates> {
  for (const { import_id: _, kind, ...made } of await adoptRetired(run.context))
    run.parts.find(({ stored }) => stored.kind === kind)?.made.push({ ...made, position: run.position++ })
  for (const part of run.parts) {
    if (!first.has(importKindOf(part.stored.kind).group)) continue
    if (part.stored.kind === 'opening_stock')
      for await (const row of rowsOne(run.context.db, part.stored))
        await beginTracking(run.context, run.trackedLater, [row])
    const made = await writeRows(run.context, part.stored, part.counts)
    for (const one of made) part.made.push({ ...one, position: run.position++ })
    if (part.stored.kind === 'products') run.trackedLater = await untrackedAtFirst(run.context, made)
    add(run.whole, part.counts)
    await reportProgress(run.base, run.id, [], run.whole)
  }
  return activateMasters(run.context)
}

type Waiting = { record: OrderedRecord; part: Part; units: ImportUnit[] }

async function writePosted(run: Package): Promise<void> {
  const posted = run.parts.filter(({ stored }) => !first.has(importKindOf(stored.kind).group))
  const runs = new Map<Part, ImportRun>()
  const reports = reporter(run)
  let waiting: Waiting[] = []
  const write = async (part: Part, rows: readonly CellRow[]): Promise<ImportUnit[]> => {
    const known = runs.get(part) ?? (await openPart(run.context, part.stored))
    runs.set(part, known)
    await beginTracking(run.context, run.trackedLater, rows)
    return writeOneByOne(known, [[...rows]])
  }
  const keep = async (part: Part, units: readonly ImportUnit[]) => {
    for (const unit of units)
      if (unit.outcome !== 'refused') for (const one of unit.made) part.made.push({ ...one, position: run.position++ })
    await reports.add(part, units)
  }
  const again = async () => {
    for (let before = -1; waiting.length > 0 && waiting.length !== before; ) {
      before = waiting.length
      const left: Waiting[] = []
      for (const one of waiting) {
        const units = await write(one.part, one.record.rows)
        if (isRefused(units)) left.push({ ...one, units })
        else await keep(one.part, units)
      }
      waiting = left
    }
  }
  for await (const record of inOrder(
    posted.map(({ stored }) => stored),
    (stored) => rowsOne(run.context.db, stored),
  )) {
    const part = posted.find(({ stored }) => stored.id === record.stored.id) as Part
    if (closing.has(part.stored.kind)) await again()
    const units = await write(part, record.rows)
    if (isRefused(units)) waiting.push({ record, part, units })
    else await keep(part, units)
  }
  await again()
  const left = waiting.map(({ record }) => record.rows)
  await refuseWithoutLots(run.context, run.trackedLater, left)
  for (const { part, units } of waiting) await keep(part, units)
  await reports.flush()
}

const isRefused = (units: readonly ImportUnit[]) => units.some(({ outcome }) => outcome === 'refused')

async function openPart(context: Context, stored: StoredImport): Promise<ImportRun> {
  const rules = rulesOf[stored.kind]
  const book = await rules.open(context, () => rowsOne(context.db, stored))
  return { context, rules, layout: layoutOf(stored), labels: importKindOf(stored.kind).labels, book }
}

/** Progress is seen by file and of the whole; each report is a transaction of its own. */
function reporter(run: Package) {
  const waiting = new Map<Part, ImportUnit[]>()
  let size = 0
  const flush = async () => {
    for (const [part, units] of waiting) await reportProgress(run.base, part.stored.id, units, part.counts)
    waiting.clear()
    size = 0
    await reportProgress(run.base, run.id, [], run.whole)
  }
  const addUnits = async (part: Part, units: readonly ImportUnit[]) => {
    for (const unit of units)
      for (const counts of [part.counts, run.whole]) {
        counts[unit.outcome] += unit.rows.length
        counts.done += unit.rows.length
      }
    waiting.set(part, [...(waiting.get(part) ?? []), ...units])
    size += units.length
    if (size >= reportedEach) await flush()
  }
  return { add: addUnits, flush }
}

function add(whole: RunCounts, part: RunCounts): void {
  for (const key of Object.keys(whole) as (keyof RunCounts)[]) whole[key] += part[key]
}
