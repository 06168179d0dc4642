/** The decimals of every amount of an e-invoice (BR-DEC-09 to BR-DEC-28, BR-KSA-DEC-03 and -04), in any currency. */
const eInvoiceDecimals = 2

/** The decimals of a document's amounts: those of its currency, under phase 2 two at most. Unit prices may have more. */
export const documentDecimals = (ofCurrency: number, isUnderPhase2: boolean): number =>
  isUnderPhase2 ? Math.min(ofCurrency, eInvoiceDecimals) : ofCurrency
