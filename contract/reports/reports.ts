import { z } from 'zod'
import { boolean } from '../fields/choice.ts'
import { defineReport } from './define-report.ts'
import {
  boxes,
  branches,
  closing,
  compare,
  costCenters,
  depth,
  entryFilters,
  moment,
  oneAccount,
  oneCustomer,
  oneParty,
  oneSupplier,
  page,
  range,
  rollUp,
  split,
} from './filters.ts'

/** The reports there are, in the order of the index page. */
export const reports = {
  profitAndLoss: defineReport('profit_and_loss', {
    ...range,
    ...split,
    ...compare,
    ...branches,
    ...costCenters,
    ...depth,
  }),
  balanceSheet: defineReport('balance_sheet', { ...moment, ...compare, ...branches, ...depth }),
  cashFlow: defineReport('cash_flow', { ...range, ...compare, ...branches, ...depth }),
  costCenters: defineReport('cost_center_report', { ...range, ...branches, ...costCenters, ...rollUp, ...depth }),
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
  journal: defineReport('journal', { ...range, ...entryFilters, ...branches, ...page }),
  vatReturn: defineReport('vat_return', { ...range }),
  vatDetails: defineReport('vat_details', { ...range, ...boxes, ...page }),
  agedReceivables: defineReport('aged_receivables', { ...moment }),
  agedPayables: defineReport('aged_payables', { ...moment }),
  customerStatement: defineReport('customer_statement', { ...oneCustomer, ...range, ...page }),
  supplierStatement: defineReport('supplier_statement', { ...oneSupplier, ...range, ...page }),
}
