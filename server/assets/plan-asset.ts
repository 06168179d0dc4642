import { depreciable, type Life, type LifeMethod, lifeLeft, type Worth } from '#ledger/assets/depreciation.ts'
import { type Decimal, decimal, ratio, text, zero } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { nextPartMessage } from '#server/deferrals/plan-next.ts'
import { seriesPrefixes } from '#server/journal/posting/number-series.ts'
import { type Id, type NewId, NextNumber } from '#server/posting/placeholders.ts'
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
  /** By units of use: of the whole life, and those of other books. */
  life_units?: string | null | undefined
  opening_units?: string | null | undefined
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
  const life = requireLife(asset, ofClass)
  requireValues({ ...asset, accumulated: asset.opening_accumulated })
  if (asset.entered_on > caller.today) throw new Refusal('date_in_future', { field: 'entered_on' })
  const number = input.number ?? new NextNumber(assetSeries(asset.entered_on))
  if (input.number) plan.takeOver(assetSeries(asset.entered_on), input.number)
  const id = plan.addNamed('assets', {
    ...asset,
    number,
    asset_class_id: ofClass.id,
    branch_id: input.branch_id,
    cost_center_id: input.cost_center_id ?? null,
    document_id: input.document?.id ?? null,
    line_number: input.document?.line_number ?? null,
    unit_number: input.document?.unit_number ?? null,
    created_by: caller.session.user_id,
  })
  plan.add('asset_events', {
    asset_id: id,
    kind: 'acquired',
    event_date: asset.entered_on,
    cost: asset.cost,
    residual: asset.residual,
    accumulated: asset.opening_accumulated,
    life_months: asset.life_months,
    created_by: caller.session.user_id,
    life_units: asset.life_units,
    asset_class_id: ofClass.id,
    branch_id: input.branch_id,
    cost_center_id: input.cost_center_id ?? null,
  })
  if (asset.method !== 'none') planFirstSchedule(plan, caller, ofClass, { ...asset, id, life, input })
  return id
}

const assetSeries = (date: string) => ({ kind: 'asset', prefix: seriesPrefixes.asset, date }) as const

function columnsOf(ofClass: StoredClass, input: NewAsset, decimals: number) {
  const depreciates = ofClass.method !== 'none'
  const isByUse = ofClass.method === 'units'
  const usual = text(ratio(input.cost, ofClass.residual_percent, 100, decimals))
  return {
    name: input.name,
    name_en: input.name_en ?? null,
    serial: input.serial ?? null,
    place: input.place ?? null,
    keeper: input.keeper ?? null,
    notes: input.notes ?? null,
    acquired_on: input.acquired_on,
    entered_on: input.entered_on ?? input.depreciated_to ?? input.acquired_on,
    method: ofClass.method,
    in_service_on: depreciates ? (input.in_service_on ?? input.acquired_on) : null,
    life_months: depreciates && !isByUse ? (input.life_months ?? ofClass.life_months) : null,
    life_units: isByUse ? (input.life_units ?? ofClass.life_units) : null,
    opening_units: isByUse ? (input.opening_units ?? '0') : '0',
    cost: input.cost,
    residual: depreciates ? (input.residual ?? usual) : '0',
    opening_accumulated: input.opening_accumulated ?? '0',
    depreciated_to: input.depreciated_to ?? null,
    vat: input.vat ?? null,
  }
}
type Columns = ReturnType<typeof columnsOf>

const ofUse = ['life_units', 'opening_units'] as const
const ofDepreciation = [
  'in_service_on',
  'life_months',
  'residual',
  'opening_accumulated',
  'depreciated_to',
  ...ofUse,
] as const satisfies (keyof NewAsset)[]

/** Refuses a life, or a value at its end, of what does not depreciate. */
function requireDepreciates({ method }: StoredClass, input: NewAsset): void {
  const valuesOf = (names: readonly (typeof ofDepreciation)[number][]) =>
    names.find((name) => input[name] != null && !isNothing(input[name]))
  const none = method === 'none' ? valuesOf(ofDepreciation) : undefined
  if (none) throw new Refusal('class_without_depreciation', { field: none })
  const other = valuesOf(method === 'units' ? ['life_months', 'depreciated_to'] : ofUse)
  if (other) throw new Refusal('life_of_other_method', { field: other })
}

const isNothing = (value: string | number) => /^0+(\.0+)?$/.test(String(value))

/** Refuses days and figures that no asset has. Answers the life of one that depreciates by months. */
function requireLife(asset: Columns, ofClass: StoredClass): Life | null {
  const { acquired_on, entered_on, in_service_on, depreciated_to, life_months } = asset
  const isOpening = decimal(asset.opening_accumulated).gt(0)
  if (entered_on < acquired_on) throw new Refusal('date_before_source', { field: 'entered_on' })
  if (asset.method === 'none') return null
  if (asset.method === 'units') return requireUse(asset)
  if (in_service_on === null || life_months === null) throw new Refusal('asset_life_missing', { field: 'life_months' })
  if (in_service_on < acquired_on) throw new Refusal('date_before_source', { field: 'in_service_on' })
  if (isOpening && depreciated_to === null) throw new Refusal('depreciated_to_missing', { field: 'depreciated_to' })
  if (depreciated_to !== null && depreciated_to < in_service_on)
    throw new Refusal('date_before_source', { field: 'depreciated_to' })
  const percent = ofClass.declining_percent
  const declining = percent === null ? null : { percent, residual: asset.residual }
  const life = { method: asset.method as LifeMethod, life_months, in_service_on, depreciated_to, declining }
  const rest = depreciable({ ...asset, accumulated: asset.opening_accumulated })
  if (rest.gt(0) && lifeLeft(life) === null) throw new Refusal('life_over', { field: 'life_months' })
  return life
}

/** Refuses units of use that no life has. */
function requireUse(asset: Columns): null {
  if (asset.life_units === null) throw new Refusal('asset_life_missing', { field: 'life_units' })
  if (asset.in_service_on !== null && asset.in_service_on < asset.acquired_on)
    throw new Refusal('date_before_source', { field: 'in_service_on' })
  const rest = depreciable({ ...asset, accumulated: asset.opening_accumulated })
  const left = decimal(asset.life_units).minus(asset.opening_units)
  if (left.lt(0) || (rest.gt(0) && left.eq(0))) throw new Refusal('life_over', { field: 'life_units' })
  return null
}

/** Refuses a residual value above the cost, and depreciation below the residual value. */
export function requireValues(worth: Worth, field = 'residual'): void {
  if (decimal(worth.residual).gt(worth.cost)) throw new Refusal('residual_above_cost', { field })
  if (depreciable(worth).lt(0)) throw new Refusal('residual_above_book_value', { field })
}

type Scheduled = Columns & { id: NewId; life: Life | null; input: NewAsset }

function planFirstSchedule(plan: Plan, caller: Caller, ofClass: StoredClass, asset: Scheduled): void {
  const { id, life, input, in_service_on, entered_on } = asset
  const amount = depreciable({ ...asset, accumulated: asset.opening_accumulated })
  if (amount.lte(0) || (life && lifeLeft(life) === null)) return
  const { branch_id, cost_center_id } = input
  const place = { branch_id, cost_center_id: cost_center_id ?? null }
  planSchedule(plan, caller, ofClass, { id, life, amount, place, entered_on, from: in_service_on ?? entered_on })
}

type NewSchedule = {
  id: Id
  life: Life | null
  amount: Decimal
  place: { branch_id: number; cost_center_id: number | null }
  /** None is dated before. */
  entered_on: string
  from: string
}

/** Plans the schedule of an asset in a class: its months, or none ahead by units of use. */
export function planSchedule(plan: Plan, caller: Caller, ofClass: StoredClass, of: NewSchedule): void {
  const { id, life, amount, place, entered_on, from } = of
  const left = life ? lifeLeft(life) : null
  const parts = life ? plannedParts(amount, life, entered_on, caller.session.organization.decimals) : []
  const deferral = plan.addNamed('deferrals', {
    asset_id: id,
    asset_class_id: ofClass.id,
    side: 'purchases',
    ...place,
    account_id: ofClass.accumulated_account_id,
    result_account_id: ofClass.expense_account_id,
    amount: text(life ? amount : zero),
    deferred_on: entered_on,
    from_date: left?.from ?? from,
    to_date: left?.to ?? from,
    months: left?.months ?? null,
    created_by: caller.session.user_id || null,
  })
  const [next] = parts
  if (next) {
    const part = { number: 1, part_date: next.date }
    plan.enqueue(() => nextPartMessage({ id: deferral.value, plan: 1, part }))
  }
  for (const [index, part] of parts.entries())
    plan.add('deferral_parts', {
      deferral_id: deferral,
      number: index + 1,
      kind: 'month',
      month: part.month,
      part_date: part.date,
      amount: text(part.amount),
      state: 'planned',
    })
}
