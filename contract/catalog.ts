import { z } from 'zod'
import { financialYearPermissions } from './access/permissions.ts'
import { settingVerbs, verbs } from './crud-permissions.ts'
import { barcode, barcodeList } from './fields/barcode.ts'
import { activeStatus, boolean, choice, file, id, optional, version } from './fields/choice.ts'
import { price, quantity, stockQuantity, wire } from './fields/decimal.ts'
import { trackings } from './fields/lot-rows.ts'
import { instant, maybeText, nullable, nullableInt, reference } from './fields/response-fields.ts'
import { givenCode, note, text } from './fields/text.ts'
import { listQuery, multiValue, optionQuery } from './kit/envelope.ts'
import { defineCall, defineResource } from './kit/resource.ts'
import { reportPermissions } from './reports/report-index.ts'
import { unitOption } from './units/product-units.ts'

const record = { id: z.int(), status: z.string(), created_at: instant, version: z.int() }
const statusFilter = { status: activeStatus }
const productAdmission = ['list-product', 'create-product', 'update-product', settingVerbs.read] as const
const plain = z.object({ id: z.int(), name: z.string(), name_en: maybeText })
/** Where what is sold and bought is posted: a product's own account, else its category's, else that of its type. */
const accountsInput = { income_account_id: optional(id), expense_account_id: optional(id) }
const accountsRecord = {
  income_account_id: nullableInt,
  expense_account_id: nullableInt,
  income_account: nullable(reference),
  expense_account: nullable(reference),
}

export const units = defineResource('unit', '/units', {
  permissions: settingVerbs,
  input: z.object({ code: givenCode, name: text, name_en: optional(text), status: activeStatus, version }),
  record: z.object({ ...record, code: z.string(), name: z.string(), name_en: maybeText }),
  row: z.object({ ...record, code: z.string(), name: z.string(), name_en: maybeText }),
  list: {
    search: ['code', 'name', 'name_en'],
    sort: ['code', 'name', 'status', 'created_at'],
    order: '-created_at',
    filter: statusFilter,
  },
  option: { shape: plain.extend({ code: z.string() }), admission: productAdmission },
})

export const productCategories = defineResource('product_category', '/product-categories', {
  permissions: settingVerbs,
  input: z.object({ name: text, name_en: optional(text), ...accountsInput, status: activeStatus, version }),
  record: z.object({ ...record, name: z.string(), name_en: maybeText, ...accountsRecord }),
  row: z.object({ ...record, name: z.string(), name_en: maybeText, ...accountsRecord }),
  list: {
    search: ['name', 'name_en'],
    sort: ['name', 'status', 'created_at'],
    order: '-created_at',
    filter: statusFilter,
  },
  option: { shape: plain, admission: productAdmission },
})

const productTypeKeys = ['product', 'service'] as const
export const productTypesCall = defineCall({
  method: 'GET',
  path: '/product-types/list',
  kind: 'options',
  admission: productAdmission,
  labels: 'product',
  answer: plain.extend({ key: choice(productTypeKeys), description: z.string(), description_en: z.string() }),
})

const productInput = z
  .object({
    code: givenCode,
    name: text,
    name_en: optional(text),
    description: optional(note),
    sku: optional(givenCode),
    barcodes: barcodeList,
    quantity: optional(stockQuantity),
    unlimited_quantity: boolean.optional(),
    sale_price: price,
    purchase_price: price,
    apply_tax: boolean.optional(),
    /** What should always be there; below it the product is proposed to be bought. '' is none. */
    reorder_point: optional(stockQuantity),
    /** The least that is ordered at once. */
    reorder_quantity: optional(quantity),
    /** By batch or by serial number. It stays while it has any. Absent leaves the stored one. */
    tracking: choice(trackings).optional(),
    /** Whether its batches have a last day. */
    tracks_expiry: boolean.optional(),
    /** Of one of its own unit, in any one unit of weight: costs are spread by it. */
    weight: optional(quantity),
    status: activeStatus,
    product_type_id: id,
    product_category_id: id,
    unit_id: id,
    ...accountsInput,
    img: file,
    version,
  })
  // Without a word about it the stored product decides, or for a new one the server: its quantity is limited.
  .refine(({ unlimited_quantity, quantity }) => unlimited_quantity !== false || (quantity ?? null) !== null, {
    path: ['quantity'],
    message: 'required',
    // The rule that compares two fields must speak even while others are wrong, so the form shows all at once.
    when: () => true,
  })
const productRow = z.object({
  ...record,
  code: z.string(),
  name: z.string(),
  name_en: maybeText,
  quantity: z.union([wire, z.null()]),
  unlimited_quantity: z.boolean(),
  sale_price: wire,
  img: maybeText,
  type: reference.extend({ key: z.enum(productTypeKeys) }),
  category: reference,
})
const productSort = ['name', 'code', 'category', 'type', 'quantity', 'sale_price', 'status', 'created_at'] as const
const productFilter = { status: activeStatus, categories: multiValue(id), types: multiValue(id) }
/** Options are narrowed and ordered as the list is. */
const productOptionQuery = listQuery({
  search: ['code', 'name'],
  sort: productSort,
  order: 'name',
  filter: productFilter,
}).extend({
  per_page: optionQuery.shape.per_page,
})
/** The code after that of the newest product, which no other has: a proposal that takes nothing. */
export const nextProductCodeCall = defineCall({
  method: 'GET',
  path: '/products/next-code',
  kind: 'item',
  admission: ['create-product'],
  labels: 'product',
  answer: z.object({ code: z.string() }),
})

const productOption = plain.extend({
  code: z.string(),
  sale_price: wire,
  purchase_price: wire,
  apply_tax: z.boolean(),
  quantity: z.union([wire, z.null()]),
  unlimited_quantity: z.boolean(),
  type: z.enum(productTypeKeys),
  tracking: z.enum(trackings),
  tracks_expiry: z.boolean(),
  unit: z.string(),
  unit_en: maybeText,
  /** Its further units. */
  units: z.array(unitOption),
})
const optionAdmission = [
  'create-invoice',
  'update-invoice',
  'create-bill',
  'update-bill',
  'create-customs-declaration',
  'list-product',
  'create-price-list',
  'update-price-list',
  ...['quotation', 'sales-order', 'purchase-order'].flatMap((entity) => [`create-${entity}`, `update-${entity}`]),
  financialYearPermissions.update,
  ...reportPermissions,
] as const
/**
 * The product that a scanned barcode means: one of its own barcodes, else its code or SKU if no other has that, else a batch or serial number that one
 * product has.
 */
export const productByBarcodeCall = defineCall({
  method: 'GET',
  path: '/products/by-barcode',
  kind: 'item',
  admission: [...optionAdmission, 'adjust-stock', 'transfer-stock', 'create-delivery-note', 'create-goods-receipt'],
  labels: 'product',
  query: z.object({ barcode }),
  /** The unit that has the barcode; null is the product's own. */
  answer: productOption.extend({
    product_unit_id: nullableInt,
    /** The batch or serial number that was scanned, where it is no code of a product. */
    lot: nullable(z.object({ number: z.string(), expires_on: maybeText, is_serial: z.boolean() })),
  }),
})

export const products = defineResource('product', '/products', {
  permissions: verbs('product'),
  input: productInput,
  record: productRow.extend({
    description: maybeText,
    sku: maybeText,
    barcodes: z.array(z.string()),
    purchase_price: wire,
    apply_tax: z.boolean(),
    reorder_point: nullable(wire),
    reorder_quantity: nullable(wire),
    tracking: z.enum(trackings),
    tracks_expiry: z.boolean(),
    weight: nullable(wire),
    product_type_id: z.int(),
    product_category_id: z.int(),
    unit_id: z.int(),
    unit: reference,
    /** Its further units. */
    units: z.array(unitOption),
    ...accountsRecord,
  }),
  row: productRow,
  list: {
    search: ['code', 'sku', 'barcodes', 'name', 'name_en'],
    sort: productSort,
    order: '-created_at',
    filter: productFilter,
  },
  exported: {
    admission: ['list-product'],
    columns: ['code', 'name', 'name_en', 'category', 'type', 'quantity', 'sale_price', 'status'],
  },
  option: { shape: productOption, query: productOptionQuery, admission: optionAdmission },
})
