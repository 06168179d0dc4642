import { holdsAny } from '#contract/access/permissions.ts'
import { products } from '#contract/catalog.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { ImportOptions } from '#contract/imports/imports.ts'
import { createProduct, removeProduct } from '#server/catalog/save-product.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { CellRow, ImportBody, Made } from './import-kind.ts'
import type { NameIndex } from './name-index.ts'

type Account = { id: number; number: string; name: string; name_en: string | null }
type Names = { accounts: NameIndex; products: NameIndex }

/** The item for rows that name an account and no item, one for each account: a service that is posted to it. */
export async function accountItems({ db }: Context, side: Side, names: Names) {
  const accounts = await db.selectFrom('accounts').select(['id', 'number', 'name', 'name_en']).execute()
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const codeOf = (id: number) => `${side.party === 'supplier' ? 'EXP' : 'INC'}-${byId.get(id)?.number}`
  const accountOf = ({ cells }: CellRow) =>
    cells.product_id === undefined && cells.account_id ? names.accounts.find(cells.account_id) : undefined
  return {
    /** The item of a row: its own, else that of its account. */
    itemOf(row: ImportBody, index: number): unknown {
      if (row.product_id !== undefined || row.account_id === undefined) return row.product_id
      const item = names.products.find(codeOf(Number(row.account_id)))
      if (item !== undefined) return item
      throw new Refusal('invalid_input', {
        errors: { [`items.${index}.account_id`]: { code: 'import_item_of_account' } },
      })
    },
    async createMissing(context: Context, row: CellRow, { create_missing }: ImportOptions): Promise<Made[]> {
      const account = byId.get(accountOf(row) ?? 0)
      if (!create_missing || !account || names.products.find(codeOf(account.id)) !== undefined) return []
      if (!holdsAny(context.session.authority, [products.permissions.create])) throw new Refusal('not_permitted')
      const id = await createProduct(context, await bodyOf(context, side, account, codeOf(account.id)))
      names.products.add(id, [codeOf(account.id)])
      return [{ resource: 'product', id, before: null }]
    },
  }
}

/** Undoes the item of an account. Void documents still name it: then it stays, and the next import finds it. */
export async function removeItem(context: Context, id: number): Promise<void> {
  const { db } = context
  const used = await db
    .selectFrom('document_lines')
    .select('product_id')
    .where('product_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (!used) await removeProduct(context, id)
}

async function bodyOf({ db }: Context, side: Side, { id, name, name_en }: Account, code: string) {
  const [type, category, unit] = await Promise.all([
    db.selectFrom('product_types').select('id').where('key', '=', 'service').executeTakeFirstOrThrow(),
    db.selectFrom('product_categories').select('id').where('status', '=', 'active').orderBy('id').executeTakeFirst(),
    db.selectFrom('units').select('id').where('status', '=', 'active').orderBy('id').executeTakeFirst(),
  ])
  if (!category || !unit) throw new Refusal('not_found', { field: category ? 'unit_id' : 'product_category_id' })
  return products.input.parse({
    code,
    name,
    name_en: name_en ?? '',
    product_type_id: type.id,
    status: 'active',
    apply_tax: true,
    product_category_id: category.id,
    unit_id: unit.id,
    unlimited_quantity: true,
    quantity: '0',
    sale_price: '0',
    purchase_price: '0',
    ...(side.party === 'supplier' ? { expense_account_id: id } : { income_account_id: id }),
  })
}
