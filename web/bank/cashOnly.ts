/** Of all accounts those where money lies. */
export const cashOnly = { purpose: 'cash' }
