import type { Language } from '#server/core/locale.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { Services } from './services.ts'

/** A row of `users`: a person in an organization, or the credentials of a person. */
export type UserKey = { organization_id: number; user_id: number }

/** The caller, from the session. The tenant comes only from here. */
export type Session = {
  organization_id: number
  user_id: number
  token_hash: Buffer
  /** Where the credentials are: this very user, or the personal tenant of a person with several organizations. */
  account: UserKey
  /** The membership that the session was opened in. Only calls about the account act in another tenant than this. */
  membership: UserKey
  /** For a program: its key. It acts for the person who created the key and never as an owner. */
  api_key: { id: number; requests_per_minute: number } | null
  is_owner: boolean
  /** Whether the person proved lately, by password and second factor, who they are. */
  is_confirmed: boolean
  /** The organization or the role requires a second factor and the person has none: only the account page is open. */
  lacks_second_factor: boolean
  /** The organization or the role requires a second factor. */
  requires_second_factor: boolean
  authority: ReadonlySet<string>
  /** Whose goods the user sees and moves; null of all. */
  places: { ids: readonly number[]; has_main: boolean } | null
  organization: {
    status: 'pending' | 'active'
    currency_id: number
    decimals: number
    tax_number: string | null
    manual_numbers: boolean
    receipt_without_reference: string
    default_save_action: string
    row_tax_always_invoice: boolean
    prices_include_tax: boolean
    uses_credit_limits: boolean
    uses_places: boolean
    vat_status: string | null
    settlement_tolerance: string
    /** Where discounts of sales are posted. Null posts sales net of them. */
    discount_account_id: number | null
    e_invoicing_phase: number
    e_invoicing_since: string | null
  }
}

/** The same caller in the tenant of the credentials. */
export const inAccount = (session: Session): Session => ({ ...session, ...session.account })

/** The arguments of a rule: its transaction, the caller, and the date in Riyadh. */
export type Context = {
  db: TenantDatabase
  session: Session
  services: Services
  language: Language
  today: string
  request_id: string
  /** The origin of the request. NULL for work of the system itself. */
  ip: string | null
  /** Set for a preview: the entries that were given to be posted. Its transaction is rolled back. */
  previewed?: PreviewedEntry[]
  /** Set for an import: what it writes has the numbers of the system before, also those of our own series. */
  keepsNumbers?: true
  /**
   * Set for many records below one savepoint: balances and tax totals of what they post are written once, when it ends. Rules that run
   * with it read no balances but those of branches.
   */
  sumsLast?: true
  /** Set for a dry run: what it would post. The sums of the books hold it in addition to what is stored. */
  assumed?: readonly AssumedMovement[]
}

/** A line of an entry that a dry run would post, in the columns of the materialized balances. */
export type AssumedMovement = {
  day: string
  /** As in the balances: 0, 1 for opening, 2 for closing. */
  kind: number
  source: string
  account_id: number
  branch_id: number
  currency_id: number
  /** 0 for none. */
  cost_center_id: number
  debit: string
  credit: string
  amount_currency: string
}

/** An entry as it is posted: amounts as decimal text in base currency. */
export type PreviewedEntry = {
  date: string
  kind: string
  is_reversal: boolean
  lines: readonly {
    account_id: number
    party_id: number | null
    description: string | null
    debit: string
    credit: string
  }[]
}

/**
 * The calendar day of an instant in Saudi Arabia, YYYY-MM-DD. Its time zone has always been three hours ahead of UTC, without
 * daylight saving time.
 */
export const dayInRiyadh = (instant: Date): string => clockInRiyadh(instant).slice(0, 10)

/** The time of day of an instant in Saudi Arabia, HH:MM:SS. */
export const timeInRiyadh = (instant: Date): string => clockInRiyadh(instant).slice(11, 19)

const clockInRiyadh = (instant: Date): string => new Date(instant.getTime() + 108e5).toISOString()
