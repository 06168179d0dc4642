/** The accounts of cash and bank. */
export const cashOnly = { purpose: 'cash' }
