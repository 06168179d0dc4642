import type { Audience } from '../e-invoice/model.ts'

/** An invoice to a business, and the shorter one to a person. */
export const audiences = ['standard', 'simplified'] as const satisfies readonly Audience[]
