export const bankPath = '/accounting/bank-reconciliations'
