import { sql } from 'kysely'
import type { DisposalInput } from '#contract/assets/assets.ts'
import { depreciable, type Life, type LifeMethod, partToDay, shareOut } from '#ledger/assets/depreciation.ts'
import { disposalEntry } from '#ledger/assets/disposal.ts'
import { monthStart } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, min, ratio, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, read } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { deferralSource, isUnposted, type StoredPart } from '#server/deferrals/deferral-rows.ts'
import { nextNumber, planAmount } from '#server/deferrals/plan-part.ts'
import { lockedDocuments } from '#server/documents/posting/locked-documents.ts'
import { purposeOfAccount, requirePurposeOf } from '#server/organization/eligible-accounts.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { activeEntriesOf, type StoredEntry } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, decideWrite, runWrite } from '#server/posting/run-write.ts'
import { planDueMonths, planRest, requireNoneWaits } from './plan-schedule.ts'
import {
  type AssetFacts,
  assetOf,
  assetSource,
  assetValues,
  lifeOf,
  requireActive,
  unlockedAsset,
  whereAsset,
  withResidual,
} from './stored-asset.ts'

type Disposed = DisposalInput & { id: number }

/** Sells or scraps an asset, whole or a part of its cost: depreciation to the day and the disposal are one plan. */
export const disposal = { needs, decide }

export const disposeAsset = (context: Context, input: Disposed): Promise<void> => runWrite(context, disposal, input)

/** What a disposal would post. */
export const previewDisposal = async (context: Context, input: Disposed): Promise<Plan> =>
  (await decideWrite(context, disposal, input)).plan

async function needs(context: Context, input: Disposed) {
  if (input.date > context.today) throw new Refusal('date_in_future', { field: 'date' })
  const { first_open, deferral_id } = await unlockedAsset(context, input.id)
  return {
    calendar: calendarFrom(input.date, first_open ?? input.date),
    facts: assetOf(input.id),
    entries:
      deferral_id === null ? read(async () => [] as StoredEntry[]) : activeEntriesOf(deferralSource, deferral_id),
    // An invoice brings each amount once, and stays as it is while it does.
    invoice: lockedDocuments(input.document_id ? [input.document_id] : [], null),
    references: referencedRows({
      account_id: ['accounts', input.account_id, {}, 'active'],
      document_id: ['documents', input.document_id, { kind: 'invoice', state: 'posted' }],
    }),
    purpose: purposeOfAccount('money', input.account_id),
    invoiced: read((own) => openProceeds(own, input)),
    accounts: postingAccounts,
  }
}
type Facts = FactsOf<Awaited<ReturnType<typeof needs>>>

/** What an invoice and its notes posted to the disposal account of the asset's class, less what other disposals took of it. */
async function openProceeds({ db, session }: Context, { id, document_id }: Disposed): Promise<string> {
  if (!document_id) return '0'
  const own = session.organization_id
  const { rows } = await sql<{ open: string }>`
    SELECT coalesce((SELECT sum(line.credit - line.debit) FROM journal_lines AS line
        JOIN documents AS document ON document.organization_id = ${own} AND document.id = line.document_id
        WHERE line.organization_id = ${own} AND ${document_id}::bigint IN (document.id, document.reference_id)
          AND line.account_id = class.disposal_account_id), 0)
      - coalesce((SELECT sum(event.proceeds) FROM asset_events AS event
        WHERE event.organization_id = ${own} AND event.document_id = ${document_id}::bigint AND event.kind = 'disposed'
          AND NOT EXISTS (SELECT FROM asset_events AS undo WHERE undo.organization_id = ${own} AND undo.reverses_id = event.id)), 0) AS open
    FROM assets AS asset
    JOIN asset_classes AS class ON class.organization_id = ${own} AND class.id = asset.asset_class_id
    WHERE asset.organization_id = ${own} AND asset.id = ${id}::bigint`.execute(db)
  return rows[0]?.open ?? '0'
}

function decide(caller: Caller, facts: Facts, input: Disposed): Decision<void> {
  const { calendar, facts: own } = facts
  const { asset, ofClass } = own
  requireReferences(facts.references)
  requireActive(own, input.date)
  requireShape(facts, input)
  const period = calendar.open(input.date, 'date', 'manual')
  const plan = new Plan(caller, facts.accounts)
  const { decimals } = caller.session.organization
  const gone = decimal(input.cost ?? asset.cost)
  const isWhole = gone.eq(asset.cost)
  if (gone.gt(asset.cost)) throw new Refusal('part_above_cost', { field: 'cost' })
  const life = lifeOf(own)
  const unchanged = { parts: own.schedule?.parts ?? [], piece: zero }
  const booked = life ? bookToDay(plan, caller, facts, { date: input.date, gone }) : unchanged
  const worth = assetValues({ ...own, schedule: own.schedule && { ...own.schedule, parts: [...booked.parts] } })
  const before = { ...worth, accumulated: worth.accumulated.minus(booked.piece) }
  const shares = shareOut(before, gone, decimals)
  const accumulated = shares.gone.accumulated.plus(booked.piece)
  const proceeds = input.how === 'sold' ? decimal(input.proceeds ?? '0') : zero
  const received = input.account_id && proceeds.gt(0) ? { account: input.account_id, amount: proceeds } : null
  const entry = disposalEntry({
    branch_id: asset.branch_id,
    cost_center_id: asset.cost_center_id,
    cost: gone,
    accumulated,
    received,
    accounts: {
      cost: ofClass.cost_account_id,
      accumulated: ofClass.accumulated_account_id,
      disposal: ofClass.disposal_account_id,
    },
  })
  const head = { date: input.date, kind: 'asset', source: assetSource, source_id: asset.id } as const
  const entry_id = plan.post(
    period,
    { ...head, source_revision: own.events.length + 1, description: asset.number },
    entry,
  )
  plan.add('asset_events', {
    asset_id: asset.id,
    kind: 'disposed',
    event_date: input.date,
    how: input.how,
    entry_id,
    ...whereAsset(asset),
    cost: text(gone.neg()),
    accumulated: text(accumulated.neg()),
    residual: text(shares.gone.residual.neg()),
    proceeds: text(proceeds),
    book_value: text(gone.minus(accumulated)),
    reason: input.reason ?? null,
    document_id: input.document_id ?? null,
    account_id: input.account_id ?? null,
    created_by: caller.session.user_id,
  })
  plan.change('assets', asset.id, {
    cost: text(shares.left.cost),
    residual: text(shares.left.residual),
    version: asset.version + 1,
    state: isWhole ? 'disposed' : 'active',
  })
  if (own.schedule) {
    const left = { facts: { ...own, schedule: own.schedule }, parts: booked.parts, decimals, isOver: isWhole }
    const after = life && withResidual(lifeAfter(own, booked.parts, life), shares.left.residual)
    planRest(plan, { ...left, rest: depreciable(shares.left), life: after })
  }
  return { plan, result: () => undefined }
}

const lifeAfter = (own: AssetFacts, parts: readonly StoredPart[], life: Life): Life =>
  lifeOf({ ...own, schedule: own.schedule && { ...own.schedule, parts: [...parts] } }) ?? life

/** Refuses a sale without what it brought, and what brought it twice. */
function requireShape({ purpose, invoiced }: Facts, input: Disposed): void {
  const { how, proceeds, account_id, document_id } = input
  const amount = decimal(proceeds ?? '0')
  if (how === 'scrapped') {
    if (amount.gt(0)) throw new Refusal('scrap_brings_nothing', { field: 'proceeds' })
    return
  }
  if (amount.lte(0)) throw new Refusal('invalid_input', { errors: { proceeds: { code: 'required' } } })
  if (account_id && document_id) throw new Refusal('invoice_or_account', { field: 'account_id' })
  if (!account_id && !document_id) throw new Refusal('invoice_or_account', { field: 'document_id' })
  requirePurposeOf(purpose)
  if (document_id && amount.gt(invoiced))
    throw new Refusal('invoice_not_of_disposal', { field: 'document_id', params: { amount: invoiced } })
}

type Booked = { parts: StoredPart[]; piece: Decimal }

/**
 * Plans the depreciation up to a day: the months before it that are due, the whole month again where it was posted on a later day of the
 * same month, and for what leaves the share of its month.
 */
function bookToDay(plan: Plan, caller: Caller, facts: Facts, { date, gone }: { date: string; gone: Decimal }): Booked {
  const own = facts.facts
  if (!own.schedule) return { parts: [], piece: zero }
  const { row } = own.schedule
  const ownerNumber = own.asset.number
  requireNoneWaits(own.schedule, date)
  const parts = planDueMonths(plan, facts.calendar, { ...own, schedule: own.schedule }, { date, field: 'date' })
  const takenBack = takeBackMonth(plan, facts, parts, date)
  const current = parts.find((part) => part.month === monthStart(date) && isUnposted(part)) ?? takenBack
  const piece = current ? pieceOf(caller, own, parts, { current, date, gone }) : zero
  if (piece.gt(0)) {
    const number = nextNumber(parts)
    const amount = { number, date, amount: piece }
    const entry_id = planAmount(
      plan,
      facts.calendar.open(date, 'date', 'manual'),
      { schedule: { row, parts }, ownerNumber },
      amount,
    )
    const added = { deferral_id: row.id, number, kind: 'disposal', month: monthStart(date), part_date: date }
    plan.add('deferral_parts', { ...added, amount: text(piece), state: 'posted', entry_id })
    parts.push({ ...(current as StoredPart), ...added, amount: text(piece), state: 'posted' })
  }
  return { parts, piece }
}

/** A month that was posted on a later day of the month of the disposal is taken back on its own day; later months are not. */
function takeBackMonth(plan: Plan, facts: Facts, parts: StoredPart[], date: string): StoredPart | undefined {
  const later = parts.filter((part) => part.state === 'posted' && part.part_date > date)
  const beyond = later.filter((part) => part.kind !== 'month' || part.month !== monthStart(date))
  const day = beyond.map(firstDayAfter).toSorted().at(-1)
  if (day) throw new Refusal('asset_months_posted', { field: 'date', params: { day } })
  for (const part of later) {
    const entry = facts.entries.find((one) => one.head.source_revision === part.number + 1)
    const period = facts.calendar.open(part.part_date, 'date', 'manual')
    if (entry) plan.reverse(period, entry, { date: part.part_date, source_revision: part.number + 1 })
    plan.changeBy('deferral_parts', { deferral_id: part.deferral_id, number: part.number }, { state: 'reversed' })
    part.state = 'reversed'
  }
  return later[0]
}

/** The first day of a disposal that leaves a part as it is posted: a month on its own day is taken back within its month. */
const firstDayAfter = ({ kind, month, part_date }: StoredPart): string =>
  kind === 'month' && month === monthStart(part_date) ? month : part_date

type Piece = { current: StoredPart; date: string; gone: Decimal }

/** What leaves depreciates by the days of its month, and never below its residual value. */
function pieceOf(caller: Caller, own: AssetFacts, parts: StoredPart[], { current, date, gone }: Piece): Decimal {
  const { decimals } = caller.session.organization
  const { row } = own.schedule as NonNullable<AssetFacts['schedule']>
  const method = own.asset.method as LifeMethod
  const span = { amount: current.amount, month: current.month, from: row.from_date, to: row.to_date, method }
  const whole = partToDay(span, date, decimals)
  const worth = assetValues({ ...own, schedule: { row, parts } })
  const share = shareOut(worth, gone, decimals).gone
  return min(ratio(whole, gone, own.asset.cost, decimals), depreciable(share))
}
