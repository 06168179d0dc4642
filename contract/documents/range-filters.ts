import { date } from '../fields/choice.ts'
import { amount } from '../fields/decimal.ts'

/** Filters of lists with a day and an amount: both ends belong to the range. The amount is in the currency of the row. */
export const rangeFilters = { date_from: date, date_to: date, amount_from: amount, amount_to: amount }
