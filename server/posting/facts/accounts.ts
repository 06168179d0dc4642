import type { Need } from '#server/core/needs.ts'
import { type Accounts, loadAccounts } from '#server/journal/accounts.ts'

/** The organisation's accounts by the roles and ids that an entry names, and the decimals of currencies. */
export const postingAccounts: Need<Accounts> = { load: loadAccounts }
