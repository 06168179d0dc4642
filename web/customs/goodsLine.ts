/** A row of the goods as the form holds it; a stored one has a number and begins in read mode. */
export type GoodsLine = { product_id: string; label: string; quantity: string; value: string; line_number?: number }

export const emptyGoodsLine = (): GoodsLine => ({ product_id: '', label: '', quantity: '', value: '' })
export const isFilled = (line: GoodsLine): boolean => line.product_id !== ''
