import { depreciable, type Life, lifeLeft, type Worth } from '#ledger/assets/depreciation.ts'
import { decimal, ratio, text } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { nextPartMessage } from '#server/deferrals/plan-next.ts'
import { seriesPrefixes } from '#server/journal/posting/number-series.ts'
import { type NewId, NextNumber } from '#server/posting/placeholders.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import { plannedParts } from './plan-schedule.ts'
import type { StoredClass } from './stored-asset.ts'

export type NewAsset = {
  name: string
  name_en?: string | null | undefined
  serial?: string | null | undefined
  place?: string | null | undefined
  keeper?: string | null | undefined
  notes?: string | null | undefined
  number?: string | null | undefined
  branch_id: number
  cost_center_id?: number | null | undefined
  acquired_on: string
  entered_on?: string | null | undefined
  cost: string
  in_service_on?: string | null | undefined
  life_months?: number | null | undefined
  residual?: string | null | undefined
  opening_accumulated?: string | null | undefined
  depreciated_to?: string | null | undefined
  vat?: string | null | undefined
  document?: { id: number; line_number: number; unit_number: number }
}

/** Plans an asset of a class, the event that it was acquired, and its schedule. The books hold its cost already: nothing is posted. */
export function planAsset(plan: Plan, caller: Caller, ofClass: StoredClass, input: NewAsset): NewId {
  const { decimals } = caller.session.organization
  requireDepreciates(ofClass, input)
  const asset = columnsOf(ofClass, input, decimals)
  const life = requireLife(asset)
  requireWorth({ ...asset, accumulated: asset.opening_accumulated })
  if (asset.entered_on > caller.today) throw new Refusal('date_in_future', { field: 'entered_on' })
  const number = input.number ?? new NextNumber(assetSeries(asset.entered_on))
  if (input.number) plan.takeOver(assetSeries(asset.entered_on), input.number)
  const id = plan.addNamed('assets', {
    ...asset,
    ...{ number, asset_class_id: ofClass.id, branch_id: input.branch_id, cost_center_id: input.cost_center_id ?? null },
    ...{ document_id: input.document?.id ?? null, line_number: input.document?.line_number ?? null },
    ...{ unit_number: input.document?.unit_number ?? null, created_by: caller.session.user_id },
  })
  plan.add('asset_events', {
    ...{ asset_id: id, kind: 'acquired', event_date: asset.entered_on, cost: asset.cost, residual: asset.residual },
    ...{ accumulated: asset.opening_accumulated, life_months: asset.life_months, created_by: caller.session.user_id },
  })
  if (life) planSchedule(plan, caller, ofClass, { ...asset, id, life, input })
  return id
}

const assetSeries = (date: string) => ({ kind: 'asset', prefix: seriesPrefixes.asset, date }) as const

function columnsOf(ofClass: StoredClass, input: NewAsset, decimals: number) {
  const depreciates = ofClass.method !== 'none'
  const usual = text(ratio(input.cost, ofClass.residual_percent, 100, decimals))
  return {
    ...{ name: input.name, name_en: input.name_en ?? null, serial: input.serial ?? null, place: input.place ?? null },
    ...{ keeper: input.keeper ?? null, notes: input.notes ?? null, acquired_on: input.acquired_on },
    entered_on: input.entered_on ?? input.depreciated_to ?? input.acquired_on,
    method: ofClass.method,
    in_service_on: depreciates ? (input.in_service_on ?? input.acquired_on) : null,
    life_months: depreciates ? (input.life_months ?? ofClass.life_months) : null,
    cost: input.cost,
    residual: depreciates ? (input.residual ?? usual) : '0',
    opening_accumulated: input.opening_accumulated ?? '0',
    depreciated_to: input.depreciated_to ?? null,
    vat: input.vat ?? null,
  }
}
type Columns = ReturnType<typeof columnsOf>

const ofDepreciation = ['in_service_on', 'life_months', 'residual', 'opening_accumulated', 'depreciated_to'] as const

/** Refuses a life, or a value at its end, of what does not depreciate. */
function requireDepreciates({ method }: StoredClass, input: NewAsset): void {
  if (method !== 'none') return
  const field = ofDepreciation.find((name) => input[name] != null && !isNothing(input[name]))
  if (field) throw new Refusal('class_without_depreciation', { field })
}

const isNothing = (value: string | number) => /^0+(\.0+)?$/.test(String(value))

/** Refuses days and figures that no asset has. Answers the life of one that depreciates. */
function requireLife(asset: Columns): Life | null {
  const { acquired_on, entered_on, in_service_on, depreciated_to, life_months } = asset
  const isOpening = decimal(asset.opening_accumulated).gt(0)
  if (entered_on < acquired_on) throw new Refusal('date_before_source', { field: 'entered_on' })
  if (asset.method === 'none') return null
  if (in_service_on === null || life_months === null) throw new Refusal('asset_life_missing', { field: 'life_months' })
  if (in_service_on < acquired_on) throw new Refusal('date_before_source', { field: 'in_service_on' })
  if (isOpening && depreciated_to === null) throw new Refusal('depreciated_to_missing', { field: 'depreciated_to' })
  if (depreciated_to !== null && depreciated_to < in_service_on)
    throw new Refusal('date_before_source', { field: 'depreciated_to' })
  const life = { method: asset.method as Life['method'], life_months, in_service_on, depreciated_to }
  const rest = depreciable({ ...asset, accumulated: asset.opening_accumulated })
  if (rest.gt(0) && lifeLeft(life) === null) throw new Refusal('life_over', { field: 'life_months' })
  return life
}

/** Refuses a residual value above the cost, and depreciation below the residual value. */
export function requireWorth(worth: Worth, field = 'residual'): void {
  if (decimal(worth.residual).gt(worth.cost)) throw new Refusal('residual_above_cost', { field })
  if (depreciable(worth).lt(0)) throw new Refusal('residual_above_book_value', { field })
}

type Scheduled = Columns & { id: NewId; life: Life; input: NewAsset }

function planSchedule(plan: Plan, caller: Caller, ofClass: StoredClass, asset: Scheduled): void {
  const { life, input } = asset
  const amount = depreciable({ ...asset, accumulated: asset.opening_accumulated })
  const left = lifeLeft(life)
  if (amount.lte(0) || left === null) return
  const parts = plannedParts(amount, life, asset.entered_on, caller.session.organization.decimals)
  const deferral = plan.addNamed('deferrals', {
    ...{
      asset_id: asset.id,
      side: 'purchases',
      branch_id: input.branch_id,
      cost_center_id: input.cost_center_id ?? null,
    },
    ...{ account_id: ofClass.accumulated_account_id, result_account_id: ofClass.expense_account_id },
    ...{ amount: text(amount), deferred_on: asset.entered_on, from_date: left.from, to_date: left.to },
    ...{ months: left.months ?? null, created_by: caller.session.user_id || null },
  })
  const [next] = parts
  if (next) {
    const part = { number: 1, part_date: next.date }
    plan.enqueue(() => nextPartMessage({ id: deferral.value, plan: 1, part }))
  }
  for (const [index, part] of parts.entries())
    plan.add('deferral_parts', {
      ...{ deferral_id: deferral, number: index + 1, kind: 'month', month: part.month, part_date: part.date },
      ...{ amount: text(part.amount), state: 'planned' },
    })
}
