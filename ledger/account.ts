/**
 * The accounts that rules post to. Each organisation binds a role to one sub account of its chart, so no rule knows an
 * account number (accounting rules 0 and 6).
 */
const balanceRoles = [
  'CASH',
  'BANK',
  'POS_CLR',
  'CHEQUES',
  'AR',
  'AR_FXADJ',
  'RETENTION_REC',
  'ECL',
  'INV',
  'GDNI',
  'SUPP_ADV',
  'PREPAID',
  'VAT_IN',
  'VAT_IMP',
  'INTERBR',
  'FIXED',
  'ACCDEP',
  'AP',
  'GRNI',
  'AP_FXADJ',
  'RETENTION_PAY',
  'CUST_ADV',
  'CONTRACT_LIAB',
  'DEFERRED_REV',
  'VAT_OUT',
  'VAT_RC',
  'VAT_SETTLE',
  'WHT',
  'ZAKAT_PROV',
  'LOAN',
  'EOSB',
  'CAPITAL',
  'DIVIDENDS',
  'RETAINED',
  'OPEN_EQ',
] as const
const resultRoles = [
  'REV_GOODS',
  'REV_SRV',
  'SALES_RET',
  'FX_GAIN_R',
  'FX_GAIN_U',
  'STOCK_GAIN',
  'COGS',
  'COST_SRV',
  'NONSTOCK',
  'PPV',
  'STOCK_LOSS',
  'BANK_FEES',
  'WHT_BORNE',
  'BAD_DEBT',
  'ROUNDING',
  'EXP_DEFAULT',
  'PROMO',
  'DEPR',
  'FX_LOSS_R',
  'FX_LOSS_U',
  'ZAKAT_EXP',
] as const
export const roles = [...balanceRoles, ...resultRoles] as const

export type Role = (typeof roles)[number]

/** A role, or the id of an account that a user chose. */
export type Account = Role | number

/** Cost centers divide income and expense: an account of the balance sheet carries none (accounting rule 5). */
export const carriesCostCenter = (account: Account): boolean => typeof account === 'number' || results.has(account)
const results: ReadonlySet<string> = new Set(resultRoles)
