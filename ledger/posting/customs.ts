import type { Account } from '../account.ts'
import { credit, debit, type Entry, entry } from '../entry.ts'
import { type Decimal, decimal, type Numeric, split, sum } from '../money.ts'

export type CustomsFacts = {
  branch_id: number
  /** The authority or the clearing agent, as a supplier. */
  party_id: number
  document_id: number
  /** The import value the authority charged tax on, and the tax, in base currency. */
  base: Numeric
  tax: Numeric
  tax_id: number | null
  /** Duty belongs to the goods: it is received into stock together with this line. */
  duties: readonly { account: Account; amount: Numeric; product_id?: number | null }[]
}

/** Import tax and duty paid at customs (V32), box 8; the goods' own bill is out of scope. */
export function customsEntry({ branch_id, party_id, document_id, base, tax, tax_id, duties }: CustomsFacts): Entry {
  const rest = { branch_id, document_id }
  const owed = sum([tax, ...duties.map(({ amount }) => amount)])
  const taxes = [
    { tax_id, box: '8', sign: 1, base: decimal(base), tax: decimal(tax), is_adjustment: false, branch_id } as const,
  ]
  return entry(
    [
      debit('VAT_IMP', tax, { ...rest, tax_id }),
      ...duties.map(({ account, amount, product_id = null }) => debit(account, amount, { ...rest, product_id })),
      credit('AP', owed, { ...rest, party: { kind: 'supplier', id: party_id } }),
    ],
    taxes,
  )
}

export type Cleared = { quantity: Numeric; value: Numeric }

/** The duty over the goods that were cleared, by their value; by their quantity where the value is not known. */
export function spreadDuty(duty: Numeric, goods: readonly Cleared[], decimals: number): Decimal[] {
  const isValued = goods.some(({ value }) => decimal(value).gt(0))
  const weights = goods.map(({ value, quantity }) => (isValued ? value : quantity))
  return split(duty, weights, decimals)
}
