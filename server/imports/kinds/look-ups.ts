import type { PartyKind } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import {
  findByVariants,
  nodeVariants,
  numberVariants,
  partyVariants,
  productVariants,
} from '#server/reading/values/name-variants.ts'
import { type NameIndex, nameIndex } from './name-index.ts'

const accountsBy = async ({ db }: Context, isSub: boolean): Promise<NameIndex> => {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'number', 'name', 'name_en'])
    .where('type', isSub ? '=' : '!=', 'sub')
    .execute()
  return numbersFirst(rows)
}
/** The references of documents and entries, by number, code or name. */
export const accountNames = (context: Context): Promise<NameIndex> => accountsBy(context, true)
/** Accounts that sum up those below them. */
export const mainAccountNames = (context: Context): Promise<NameIndex> => accountsBy(context, false)

export const costCenterNames = async ({ db }: Context): Promise<NameIndex> => {
  const rows = await db
    .selectFrom('cost_centers')
    .select(['id', 'number', 'name', 'name_en'])
    .where('type', '=', 'sub')
    .execute()
  return numbersFirst(rows)
}

/** By name, and by VAT number. */
export const partyNames = async ({ db }: Context, kind: PartyKind): Promise<NameIndex> => {
  const rows = await db
    .selectFrom('parties')
    .select(['id', 'name', 'name_en', 'tax_number'])
    .where('kind', '=', kind)
    .execute()
  const names = nameIndex(rows.map((row) => [row.id, row.name, row.name_en, row.tax_number] as const))
  return { ...names, find: (text) => findByVariants(names.find, text, partyVariants) }
}

export const productNames = async ({ db }: Context): Promise<NameIndex> => {
  const rows = await db.selectFrom('products').select(['id', 'code', 'sku', 'barcodes', 'name', 'name_en']).execute()
  const codes = nameIndex(rows.map((row) => [row.id, row.code, row.sku, ...(row.barcodes as string[])] as const))
  const names = nameIndex(rows.map((row) => [row.id, row.name, row.name_en] as const))
  const find = (text: string) => codes.find(text) ?? names.find(text)
  return { ...names, find: (text) => findByVariants(find, text, productVariants) }
}

export const methodNames = async ({ db }: Context): Promise<NameIndex> => {
  const rows = await db
    .selectFrom('payment_methods')
    .innerJoin('accounts', 'accounts.id', 'payment_methods.account_id')
    .select([
      'payment_methods.id',
      'payment_methods.name',
      'payment_methods.name_en',
      'accounts.number',
      'accounts.name as account',
    ])
    .where('payment_methods.status', '=', 'active')
    .execute()
  const own = nameIndex(rows.map((row) => [row.id, row.name, row.name_en] as const))
  const byAccount = nameIndex(rows.map((row) => [row.id, row.number, row.account] as const))
  return { ...own, find: (text) => own.find(text) ?? byAccount.find(text) }
}

/** Currencies, branches and places, with those that are meant where a file names none. */
export async function usualPlaces({ db, session }: Context) {
  const [currencies, branches, places] = await Promise.all([
    db.selectFrom('currencies').select(['id', 'code', 'name', 'name_en']).execute(),
    db.selectFrom('branches').select(['id', 'name', 'name_en', 'status']).orderBy('id').execute(),
    db.selectFrom('places').select(['id', 'name', 'name_en']).execute(),
  ])
  const placeNames = nameIndex(places.map((row) => [row.id, row.name, row.name_en] as const))
  const currencyNames = nameIndex(currencies.map((row) => [row.id, row.code, row.name, row.name_en] as const))
  const branchNames = nameIndex(branches.map((row) => [row.id, row.name, row.name_en] as const))
  const usual = branches.find(({ status }) => status === 'active')
  return {
    resolve: { currency_id: currencyNames.find, branch_id: branchNames.find, place_id: placeNames.find },
    usual: { currency_id: session.organization.currency_id, branch_id: usual?.id },
  }
}

/** A number tells more than a name: an account that is named like the number of another is still that other. */
function numbersFirst(
  rows: readonly { id: number; number: string; name: string; name_en: string | null }[],
): NameIndex {
  const numbers = nameIndex(rows.map((row) => [row.id, row.number] as const))
  const names = nameIndex(rows.map((row) => [row.id, row.name, row.name_en] as const))
  const find = (text: string) => numbers.find(text) ?? names.find(text)
  // A number tells more than the rest of a name.
  return {
    ...names,
    find: (text) =>
      find(text) ?? findByVariants(numbers.find, text, numberVariants) ?? findByVariants(find, text, nodeVariants),
  }
}
