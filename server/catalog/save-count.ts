import { sql } from 'kysely'
import { type Decimal, decimal, max, sum, text } from '#ledger/money.ts'
import { type BranchStock, takenWhereHeld } from '#ledger/posting/branch-transfer.ts'
import { isStocked, productType } from '#ledger/posting/product-account.ts'
import { stockCountEntry } from '#ledger/posting/stock-count.ts'
import { count } from '#ledger/stock.ts'
import type { Context } from '#server/core/context.ts'
import { deferRejection } from '#server/core/defer-rejection.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { type Accounts, loadAccounts } from '#server/journal/accounts.ts'
import { heldByBranches } from '#server/journal/branch-stock.ts'
import { lockPeriod, type Period, requireUnmovedDate } from '#server/journal/periods.ts'
import { allocateIds } from '#server/journal/posting/allocate-ids.ts'
import { numberOf } from '#server/journal/posting/assign-number.ts'
import { nextNumberExpression } from '#server/journal/posting/number-series.ts'
import { post } from '#server/journal/posting/post.ts'
import { bookQuantities } from './book-quantities.ts'
import { capLosses } from './cap-losses.ts'
import { lockStock, minimumStockFrom, type StockState, writeMoves } from './move-stock.ts'
import { lockCount, undoCount } from './reverse-count.ts'

export type CountInput = {
  count_date: string
  branch_id: number
  notes?: string | null | undefined
  /** `value` is what the difference was worth, as an import says it: history is not computed again. */
  lines: readonly { product_id: number; counted: string; value?: string }[]
  version?: number | undefined
  /** The number that an import brings. */
  number?: string
}
/** Which form counts, and where it shows what is refused. */
type Form = { origin: 'sheet' | 'product_form'; fieldOf(path: string): string }
const sheet: Form = { origin: 'sheet', fieldOf: (path) => path }
/** The product's form has one field for it all. */
export const productForm: Form = { origin: 'product_form', fieldOf: () => 'quantity' }
type CountedLine = { product_id: number; book: Decimal; counted: string; quantity: Decimal; value: Decimal }

/**
 * Posts a count, or corrects one: the old differences are reversed on their date, then the new ones are posted. The
 * book quantity is read under the lock, so a sale confirmed during the count is not counted twice.
 */
export async function saveCount(
  context: Context,
  id: number | null,
  input: CountInput,
  form: Form = sheet,
): Promise<number> {
  if (input.count_date > context.today) throw new Refusal('date_in_future', { field: form.fieldOf('count_date') })
  // Sent together; a refusal of the lines is reported before one of the date.
  const glancing = id === null ? null : deferRejection(glance(context, id))
  const checking = deferRejection(requireStocked(context, input, glancing))
  const locking = deferRejection(lockPeriod(context, input.count_date, form.fieldOf('count_date'), 'stock'))
  const accounting = deferRejection(loadAccounts(context))
  const before = await glancing
  const lockingOld = before && deferRejection(lockPeriod(context, before.count_date, 'count_date', 'stock'))
  const [stored, oldLines] = await Promise.all([
    id === null ? null : lockCount(context, id, input.version),
    id === null ? [] : linesOf(context, id),
  ])
  if (stored && before) requireUnmovedDate(before.count_date, stored.count_date)
  // Notes are no figures: they are written also where the period is locked (accounting rule B4), or a product no longer stocked.
  if (stored && isSameCount(stored, oldLines, input)) return rewriteNotes(context, stored.id, input)
  const products = await checking
  const [period, accounts, oldPeriod] = await Promise.all([locking, accounting, lockingOld])
  const oldProducts = oldLines.map((line) => line.product_id)
  const stock = await lockStock(context, [...products.keys(), ...oldProducts])
  if (stored && oldPeriod) await undoCount(context, oldPeriod, stored, stock)
  const held = deferRejection(heldByBranches(context, accounts.idOf('INV'), input.count_date))
  const lines = await differencesOf(context, input, products, stock, form)
  const value = sum(lines.map((line) => line.value))
  const revision = (stored?.revision ?? 0) + 1
  const columns = {
    count_date: input.count_date,
    branch_id: input.branch_id,
    notes: input.notes === undefined ? (stored?.notes ?? null) : input.notes,
    value: text(value),
    revision,
  }
  const [{ entry_id }, saved] = await Promise.all([
    allocateIds(context, 'documents'),
    stored ? rewrite(context, stored.id, columns) : insert(context, columns, form.origin, input.number),
  ])
  writeLines(context, saved, lines)
  await postCount(context, period, { id: saved, entry_id, accounts, held, ...columns, lines }, stock)
  return saved
}

type Posted = {
  id: number
  entry_id: number
  accounts: Accounts
  held: Promise<BranchStock[]>
  count_date: string
  branch_id: number
  revision: number
  lines: readonly CountedLine[]
}

/** Sent without waiting for anything but what its branch holds. */
async function postCount(
  context: Context,
  period: Period,
  count: Posted,
  stock: Map<number, StockState>,
): Promise<void> {
  const { db } = context
  const head = {
    id: count.entry_id,
    date: count.count_date,
    kind: 'stock',
    source: 'inventory_count',
    source_id: count.id,
    source_revision: count.revision,
  } as const
  const lost = sum(count.lines.map((line) => line.value)).neg()
  const entry = lost.gt(0)
    ? takenWhereHeld(stockCountEntry(count), count.branch_id, await count.held, 'INV')
    : stockCountEntry(count)
  const entry_id = entry.lines.length > 0 ? count.entry_id : null
  sendWrites(db, post(context, period, head, entry, count.accounts))
  const moved = count.lines.filter((line) => !line.quantity.eq(0))
  const moves = moved.map((line) => ({
    product_id: line.product_id,
    kind: 'count' as const,
    date: count.count_date,
    quantity: line.quantity,
    value: line.value,
    document_id: null,
    line_number: null,
    stock_count_id: count.id,
  }))
  sendWrites(
    db,
    writeMoves(context, stock, moves, entry_id),
    db.updateTable('stock_counts').set({ entry_id }).where('id', '=', count.id).execute(),
  )
}

/** The counted quantity less the books of that day, at today's average. Refused if later days become negative. */
async function differencesOf(
  context: Context,
  input: CountInput,
  products: Products,
  stock: Map<number, StockState>,
  form: Form,
): Promise<CountedLine[]> {
  const books = await bookQuantities(context, [...products.keys()], input.count_date)
  const found = input.lines.map(({ product_id, counted, value: said }) => {
    const book = decimal(books.get(product_id) ?? '0')
    return { product_id, counted, book, said, quantity: decimal(counted).minus(book) }
  })
  const lowered = found.filter(({ quantity }) => quantity.lt(0)).map(({ product_id }) => product_id)
  const leasts = await minimumStockFrom(context, lowered, input.count_date)
  const counted = found.map(({ said, ...line }, index): CountedLine => {
    const { product_id, counted, quantity } = line
    const least = leasts.get(product_id)?.plus(quantity)
    if (least?.lt(0)) {
      const minimum = text(decimal(counted).minus(least))
      throw new Refusal('counted_too_low', { field: form.fieldOf(`lines.${index}.counted`), params: { minimum } })
    }
    const state = stock.get(product_id) as StockState
    const price = products.get(product_id)?.purchase_price ?? '0'
    const { value } = count(state, state.quantity.plus(quantity), price, context.session.organization.decimals)
    // The last piece takes all that is left.
    const isLast = state.quantity.plus(quantity).eq(0)
    return { ...line, value: said === undefined || isLast ? value : max(decimal(said), state.value.neg()) }
  })
  return capLosses(context, counted, input.count_date, stock, form.fieldOf('count_date'))
}

type Products = ReadonlyMap<number, { purchase_price: string }>

/**
 * Every counted product exists (active or not), is stocked, and is on one row only. A product that is no longer stocked
 * but got pieces back from a voided sale counts as stocked until it is counted to zero.
 */
async function requireStocked({ db }: Context, input: CountInput, glancing: Glance | null): Promise<Products> {
  const reading = db
    .selectFrom('products')
    .innerJoin('product_types', 'product_types.id', 'products.product_type_id')
    .leftJoin('stock_items', 'stock_items.product_id', 'products.id')
    .select(['products.id', 'products.purchase_price', 'products.unlimited_quantity', 'product_types.key as type'])
    .select('stock_items.quantity as on_hand')
    .where(
      'products.id',
      'in',
      input.lines.map((line) => line.product_id),
    )
    .execute()
  const stored = glancing ? deferRejection(glancing.then((before) => before.branch_id)) : null
  const [, rows] = await Promise.all([
    requireRows(db, { branch_id: ['branches', input.branch_id, {}, stored] }),
    reading,
  ])
  const products = new Map(rows.map((row) => [row.id, row]))
  const seen = new Set<number>()
  const errors: Record<string, { code: string }> = {}
  for (const [index, { product_id }] of input.lines.entries()) {
    const product = products.get(product_id)
    const type = productType(product?.type)
    const code = !product
      ? 'unknown_reference'
      : seen.has(product_id)
        ? 'stock_counted_twice'
        : isStocked({ ...product, type }) || decimal(product.on_hand ?? '0').gt(0)
          ? undefined
          : 'not_stocked'
    if (code) errors[`lines.${index}.product_id`] = { code }
    seen.add(product_id)
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  return products
}

type Columns = { count_date: string; branch_id: number; notes: string | null; value: string; revision: number }

async function insert(context: Context, columns: Columns, origin: Form['origin'], own?: string): Promise<number> {
  const { db, session } = context
  const series = { kind: 'count', prefix: 'STK', date: columns.count_date } as const
  const number = own === undefined ? nextNumberExpression(context, series) : await numberOf(context, series, own)
  const { id } = await db
    .insertInto('stock_counts')
    .values({ ...columns, number, origin, created_by: session.user_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function rewrite({ db }: Context, id: number, columns: Columns): Promise<number> {
  const changed = { ...columns, version: sql<number>`version + 1` }
  sendWrites(
    db,
    db.updateTable('stock_counts').set(changed).where('id', '=', id).execute(),
    db.deleteFrom('stock_count_lines').where('stock_count_id', '=', id).execute(),
  )
  return id
}

function writeLines({ db }: Context, id: number, lines: readonly CountedLine[]): void {
  const rows = lines.map((line, index) => ({
    stock_count_id: id,
    line_number: index + 1,
    product_id: line.product_id,
    book_quantity: text(line.book),
    counted: line.counted,
    value: text(line.value),
  }))
  sendWrites(db, db.insertInto('stock_count_lines').values(rows).execute())
}

type Counted = CountInput['lines'][number]

function linesOf({ db }: Context, id: number): Promise<Counted[]> {
  return db
    .selectFrom('stock_count_lines')
    .select(['product_id', 'counted'])
    .where('stock_count_id', '=', id)
    .orderBy('line_number')
    .execute()
}

type Head = Pick<CountInput, 'count_date' | 'branch_id'>

/** A count with unchanged content moves nothing: neither quantity nor value (accounting rules B3, I29). */
function isSameCount(stored: Head, lines: readonly Counted[], input: CountInput): boolean {
  const shape = ({ count_date, branch_id }: Head, counted: readonly Counted[]) =>
    JSON.stringify([count_date, branch_id, counted.map((line) => [line.product_id, text(decimal(line.counted))])])
  return shape(stored, lines) === shape(input, input.lines)
}

async function rewriteNotes({ db }: Context, id: number, { notes }: CountInput): Promise<number> {
  if (notes !== undefined)
    await db.updateTable('stock_counts').set({ notes, version: sql`version + 1` }).where('id', '=', id).execute()
  return id
}

async function glance({ db }: Context, id: number) {
  const row = await db
    .selectFrom('stock_counts')
    .select(['count_date', 'branch_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}
type Glance = ReturnType<typeof glance>
