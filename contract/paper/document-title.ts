type Titled = {
  document: 'invoice' | 'bill' | 'advance_invoice'
  is_void: boolean
  status: string
  /** Whether the seller is registered for VAT. */
  isTaxed: boolean
  /** Its legal type. NULL if it was issued before that was recorded. */
  audience?: 'standard' | 'simplified' | null | undefined
  /** Whether the buyer is known by a VAT number. */
  hasBuyerNumber: boolean
}

/** What a printed document may call itself, as a key of `paper:sheet.titles`: only a posted one of a registered seller is a tax invoice. */
export function documentTitle({ document, is_void, status, isTaxed, audience, hasBuyerNumber }: Titled): string {
  if (is_void) return 'void'
  if (status === 'draft') return 'draft'
  if (document === 'bill') return 'bill'
  if (document === 'advance_invoice') return isTaxed ? 'advance_invoice' : 'advance_plain'
  if (!isTaxed) return 'invoice'
  if (audience) return audience === 'standard' ? 'tax_invoice' : 'simplified'
  return hasBuyerNumber ? 'tax_invoice' : 'simplified'
}
