import { type RefObject, useMemo } from 'react'
import { itemColumns } from './itemColumns.tsx'
import type { TaxChoice } from './RowTaxCell.tsx'

type Columns = Omit<Parameters<typeof itemColumns>[0], 'rate' | 'details'> & {
  facts: RefObject<{ rate: number | undefined; taxes: readonly TaxChoice[] }>
  withDetails: boolean
  taxId: string
}

/** The columns of the items, the same array until one of these changes: it decides whether rows are drawn again. */
export function useItemColumns(columns: Columns) {
  const { alwaysTaxed, trade, withUnits, facts, decimals, withCostCenter, withDetails } = columns
  const { withSpread, includesTax, withReason, taxId, listedOf } = columns
  return useMemo(
    () =>
      itemColumns({
        alwaysTaxed,
        trade,
        withUnits,
        decimals,
        withCostCenter,
        withSpread,
        includesTax,
        withReason,
        listedOf,
        rate: () => facts.current.rate,
        details: withDetails ? { taxes: () => facts.current.taxes, usual: taxId } : undefined,
      }),
    [
      decimals,
      trade,
      withUnits,
      withCostCenter,
      alwaysTaxed,
      withDetails,
      withSpread,
      includesTax,
      withReason,
      taxId,
      facts,
      listedOf,
    ],
  )
}
