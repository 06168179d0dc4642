import { z } from 'zod'
import { boolean } from '../fields/choice.ts'
import { defineReport } from './define-report.ts'
import { branches, closing, costCenters, depth, oneAccount, oneParty, page, range } from './filters.ts'

/** The reports there are, in the order of the index page. */
export const reports = {
  trialBalance: defineReport('trial_balance', { ...range, ...branches, ...depth, ...closing }),
  accountStatement: defineReport('account_statement', {
    ...oneAccount,
    ...range,
    ...branches,
    ...costCenters,
    ...oneParty,
    hide_corrected: z.preprocess((value) => (value === '' ? undefined : value), boolean.default(false)),
    ...closing,
    ...page,
  }),
}
