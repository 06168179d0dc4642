import type { Reference } from './allocate-references.ts'

/** The whole payment: what an update does not name was filled in from the stored one. */
export type PaymentInput = {
  payment_number: string
  proposed_number?: string | null
  payment_date: string
  party_id: number
  branch_id: number
  payment_method_id: number
  currency_id: number
  amount: string
  fee?: string | null
  fee_tax?: string | null
  withholding_rate?: string | undefined
  withholding_type?: string | null | undefined
  withholding_certificate?: string | null | undefined
  withholding_borne?: boolean | undefined
  exchange_rate?: string | null
  amount_base?: string | null
  notes?: string | null
  references: Reference[]
  version?: number
}
