import { type Accounts, loadAccounts } from '#server/journal/accounts.ts'
import type { Need } from '../needs.ts'

/** The organisation's accounts by the roles and ids that an entry names, and the decimals of currencies. */
export const postingAccounts: Need<Accounts> = { load: loadAccounts }
