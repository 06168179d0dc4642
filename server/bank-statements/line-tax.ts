import type { TaxEntry } from '#ledger/entry.ts'
import { decimal, ratio, text } from '#ledger/money.ts'
import { type BankLineShare, bankLineShare } from '#ledger/posting/bank-line.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { loadAccounts } from '#server/journal/accounts.ts'

export type TaxedRow = {
  account_id: number
  amount: string
  tax_id?: number | null | undefined
  /** The whole amount is tax; `base` is what it was charged on. */
  is_tax_only?: boolean | null | undefined
  base?: string | null | undefined
  cost_center_id?: number | null | undefined
  customer_id?: number | null | undefined
  supplier_id?: number | null | undefined
  description?: string | null | undefined
}
type Taxed = {
  /** Positive against the line of the bank, negative on its side. */
  rows: TaxedRow[]
  taxes: TaxEntry[]
  taxAccounts: number[]
}
type Way = { isIn: boolean; isBase: boolean; branch_id: number }
const noNet = '0'

/** Rows of a bank's line, those with tax split into their net and what moves on the VAT accounts. */
export async function withTax(context: Context, rows: readonly TaxedRow[], way: Way): Promise<Taxed> {
  const taxed: Taxed = { rows: [], taxes: [], taxAccounts: [] }
  const accounts = await loadAccounts(context)
  for (const row of rows) {
    const share = row.tax_id ? await signedShare(context, { ...row, tax_id: row.tax_id }, way) : null
    const net = share ? text(share.net) : row.amount
    if (net !== noNet) taxed.rows.push({ ...row, amount: net })
    for (const move of share?.moves ?? []) {
      const account_id = accounts.idOf(move.account)
      taxed.rows.push({ account_id, amount: text(move.amount), description: row.description ?? null })
      taxed.taxAccounts.push(account_id)
    }
    taxed.taxes.push(...(share?.taxes ?? []))
  }
  return taxed
}

/** A row against the direction of the line goes the other way: the fee within what came in is a purchase, and comes back negative. */
async function signedShare(context: Context, row: TaxedRow & { tax_id: number }, way: Way): Promise<BankLineShare> {
  const amount = decimal(row.amount)
  if (!amount.lt(0)) return shareOf(context, row, way)
  const share = await shareOf(context, { ...row, amount: text(amount.neg()) }, { ...way, isIn: !way.isIn })
  const moves = share.moves.map((move) => ({ ...move, amount: move.amount.neg() }))
  return { ...share, net: share.net.neg(), moves }
}

async function shareOf(context: Context, row: TaxedRow & { tax_id: number }, way: Way): Promise<BankLineShare> {
  if (!way.isBase) throw new Refusal('bank_tax_in_base_currency', { field: 'tax_id' })
  const { tax, isSale } = await taxOf(context, row, null)
  // What comes in is a sale of this account, or comes back of a purchase.
  if (isSale && !way.isIn) throw new Refusal('bank_tax_of_credit_note', { field: 'tax_id' })
  if (row.is_tax_only && (tax.reverse_charge || !decimal(tax.rate).gt(0)))
    throw new Refusal('bank_tax_only', { field: 'tax_id' })
  const { decimals } = context.session.organization
  const base = row.is_tax_only ? (row.base ?? ratio(row.amount, 100, tax.rate, decimals)) : null
  return bankLineShare({
    amount: row.amount,
    tax,
    isSale,
    base,
    branch_id: way.branch_id,
    sign: way.isIn === isSale ? 1 : -1,
    decimals: context.session.organization.decimals,
  })
}

/**
 * The tax of an account. It is active, or `stored` in the rule already. Income with tax needs an invoice: the customer's proof and ours.
 */
export async function taxOf(
  { db, session }: Context,
  { tax_id, account_id }: { tax_id: number; account_id: number },
  stored: number | null,
) {
  await requireRows(db, { tax_id: ['taxes', tax_id, {}, stored] })
  const [tax, account] = await Promise.all([
    db.selectFrom('taxes').selectAll().where('id', '=', tax_id).executeTakeFirstOrThrow(),
    db.selectFrom('accounts').select(['class', 'role']).where('id', '=', account_id).executeTakeFirst(),
  ])
  const isSale = account?.class === 'R'
  const box = isSale ? tax.sale_box : tax.purchase_box
  if (isSale && decimal(tax.rate).gt(0)) throw new Refusal('bank_tax_needs_invoice', { field: 'tax_id' })
  if (account && !['R', 'X', 'A'].includes(account.class)) throw new Refusal('bank_tax_of_account', { field: 'tax_id' })
  // Import VAT is paid to customs, with a declaration.
  if (tax.treatment === 'customs') throw new Refusal('bank_tax_of_account', { field: 'tax_id' })
  if (session.organization.vat_status === 'not_registered')
    throw new Refusal('bank_tax_not_registered', { field: 'tax_id' })
  const { rate, reverse_charge, recoverable_percent } = tax
  return { tax: { tax_id, rate, box, reverse_charge, recoverable_percent }, isSale }
}
