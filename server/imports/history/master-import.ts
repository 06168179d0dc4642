import type { z } from 'zod'
import { assetClasses } from '#contract/assets/asset-classes.ts'
import { productCategories, units } from '#contract/catalog.ts'
import { boolean, id } from '#contract/fields/choice.ts'
import { forecastRows } from '#contract/forecast/forecast-rows.ts'
import { branches, paymentMethods } from '#contract/organization.ts'
import { stockPlaces } from '#contract/places/places.ts'
import { taxes } from '#contract/taxes.ts'
import { classRules } from '#server/assets/asset-classes.ts'
import { firstBranch, requireBranch } from '#server/catalog/first-branch.ts'
import { categoryRules } from '#server/catalog/product-categories.ts'
import type { Context } from '#server/core/context.ts'
import { forecastRules } from '#server/forecast/forecast-rules.ts'
import { requireNationalAddress } from '#server/organization/organization.ts'
import { createPaymentMethod, updatePaymentMethod } from '#server/organization/payment-methods.ts'
import { createTax, updateTax } from '#server/organization/vat-return-boxes.ts'
import { createPlace, type PlaceInput, updatePlace } from '#server/places/save-place.ts'
import { foldWord } from '#server/reading/values/words.ts'
import type { ResourceRules } from '#server/resource/routes.ts'
import { deleteRow, insertRow, updateRow } from '#server/resource/table.ts'
import type { ImportBody, ImportBook, ImportRules, Made } from '../kinds/import-kind.ts'
import { accountNames } from '../kinds/look-ups.ts'
import { nameIndex } from '../kinds/name-index.ts'
import { restorable } from '../kinds/restorable.ts'
import { stagedMap } from '../kinds/staged-map.ts'

type Table =
  | 'branches'
  | 'units'
  | 'product_categories'
  | 'taxes'
  | 'payment_methods'
  | 'asset_classes'
  | 'forecast_rows'
  | 'places'
type Master = Required<Pick<ResourceRules, 'create' | 'update'>> & {
  table: Table
  schema: z.ZodType & { shape: Record<string, unknown> }
  /** The fields by which a record is known, the surest first. */
  keys: readonly string[]
  resolve?: (context: Context) => Promise<ImportBook['resolve']>
}

const masterImport = (master: Master): ImportRules => ({
  schema: master.schema,
  order: 'ordered',
  open: (context) => openMasters(context, master),
  undo: async (context, { id, before }) => {
    if (before === null) await deleteRow(context, master.table, id)
    else await master.update(context, id, await restorable<ImportBody>(context, master.table, id, before))
  },
})

async function openMasters(context: Context, { table, schema, keys, resolve, create }: Master): Promise<ImportBook> {
  const stored = await context.db
    .selectFrom(table as 'units')
    .selectAll()
    .orderBy('id')
    .execute()
  const known = stagedMap<number | 'pending'>()
  const wordsOf = (body: ImportBody) =>
    keys.flatMap((key) => (body[key] ? [`${key === 'name_en' ? 'name' : key} ${foldWord(String(body[key]))}`] : []))
  const add = (body: ImportBody, id: number | 'pending') => {
    for (const word of wordsOf(body)) if (typeof known.get(word) !== 'number') known.set(word, id)
  }
  for (const row of stored) add(row, row.id)
  known.keep()
  const columns = Object.keys(schema.shape).filter((key) => key !== 'version')
  return {
    resolve: (await resolve?.(context)) ?? {},
    match: (body) =>
      wordsOf(body)
        .map((word) => known.get(word))
        .find((id) => id !== undefined),
    add,
    keep: known.keep,
    drop: known.drop,
    create: async (again, body) => [{ resource: table, id: await create(again, body), before: null }],
    update: (again, id, body) => mergeMaster(again, { table, schema, columns }, id, body),
  }
}

type Merged = Pick<Master, 'table' | 'schema'> & { columns: readonly string[] }

async function mergeMaster(
  context: Context,
  { table, schema, columns }: Merged,
  id: number,
  body: ImportBody,
): Promise<Made[]> {
  const stored = (await context.db
    .selectFrom(table as 'units')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as ImportBody
  const before = Object.fromEntries(columns.map((column) => [column, stored[column]]))
  await rulesByTable[table].update(context, id, schema.parse({ ...before, ...body }))
  return [{ resource: table, id, before: { ...before, version: Number(stored.version) + 1 } }]
}

const plain = (table: Table) => ({
  create: ({ db }: Context, { version: _, ...body }: ImportBody) => insertRow(db, table, body),
  update: ({ db }: Context, id: number, { version: _, ...body }: ImportBody) =>
    updateRow(db, table, id, body, undefined),
})
const branchRules = plain('branches')
const accountsOf = async (context: Context) => {
  const { find } = await accountNames(context)
  return {
    account_id: find,
    outgoing_account_id: find,
    income_account_id: find,
    expense_account_id: find,
    cost_account_id: find,
    accumulated_account_id: find,
    disposal_account_id: find,
  }
}

const branchesOf = async ({ db }: Context) => {
  const rows = await db.selectFrom('branches').select(['id', 'name', 'name_en']).execute()
  return { branch_id: nameIndex(rows.map((row) => [row.id, row.name, row.name_en] as const)).find }
}

const rulesByTable: Record<Table, Master> = {
  branches: {
    table: 'branches',
    schema: branches.input,
    keys: ['name', 'name_en'],
    resolve: async ({ db }) => {
      const rows = await db.selectFrom('cities').select(['id', 'name', 'name_en']).execute()
      return { city_id: nameIndex(rows.map((row) => [row.id, row.name, row.name_en] as const)).find }
    },
    create: (context, body) => {
      requireNationalAddress(body)
      return branchRules.create(context, body)
    },
    update: async (context, id, body) => {
      requireNationalAddress(body)
      await branchRules.update(context, id, body)
    },
  },
  units: { table: 'units', schema: units.input, keys: ['code'], ...plain('units') },
  product_categories: {
    table: 'product_categories',
    schema: productCategories.input,
    keys: ['name'],
    resolve: accountsOf,
    create: categoryRules.create as Master['create'],
    update: categoryRules.update as Master['update'],
  },
  taxes: { table: 'taxes', schema: taxes.input, keys: ['name', 'name_en'], create: createTax, update: updateTax },
  payment_methods: {
    table: 'payment_methods',
    schema: paymentMethods.input,
    keys: ['name', 'name_en'],
    resolve: accountsOf,
    create: createPaymentMethod,
    update: updatePaymentMethod,
  },
  asset_classes: {
    table: 'asset_classes',
    schema: assetClasses.input,
    keys: ['name', 'name_en'],
    resolve: accountsOf,
    create: classRules.create as Master['create'],
    update: classRules.update as Master['update'],
  },
  forecast_rows: {
    table: 'forecast_rows',
    schema: forecastRows.input,
    keys: ['name'],
    create: forecastRules.create,
    update: forecastRules.update,
  },
  places: {
    table: 'places',
    schema: stockPlaces.input.extend({ branch_id: id.optional(), is_transit: boolean.optional() }),
    keys: ['name', 'name_en'],
    resolve: branchesOf,
    create: async (context, body) =>
      createPlace(context, { branch_id: requireBranch(await firstBranch.load(context)), ...body } as PlaceInput),
    update: updatePlace,
  },
}

export const placeImport = masterImport(rulesByTable.places)
export const forecastRowImport = masterImport(rulesByTable.forecast_rows)
export const assetClassImport = masterImport(rulesByTable.asset_classes)
export const branchImport = masterImport(rulesByTable.branches)
export const unitImport = masterImport(rulesByTable.units)
export const categoryImport = masterImport(rulesByTable.product_categories)
export const taxImport = masterImport(rulesByTable.taxes)
export const methodImport = masterImport(rulesByTable.payment_methods)
