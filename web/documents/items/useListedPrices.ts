import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { Side } from '#contract/documents/sides.ts'
import { type ListedPrice, listedPricesCall } from '#contract/prices/price-lists.ts'
import { parseDecimal } from '#ledger/money.ts'
import { request } from '../../api/client.ts'
import { useUser } from '../../api/session.ts'
import type { SchemaForm } from '../../ui/form/useSchemaForm.ts'
import { useWatched } from '../../ui/form/useWatched.ts'
import type { Lines } from '../../ui/lines/useLines.ts'
import type { ItemRow } from './itemRow.ts'
import { type ListedOnRow, listedOnRow, repriced } from './listedPrice.ts'

/** As many products as one question names. */
const most = 100
const none: readonly ListedPrice[] = []

type Asking = { side: Side; dateField: string; includesTax: boolean }

/**
 * Fills in the prices of rows from price lists. A filled price is updated when the customer, the quantity or the day changes; a typed price
 * stays. Returns the listed price of a row, to show next to it.
 */
export function useListedPrices({ form }: SchemaForm, lines: Lines<ItemRow>, { side, dateField, includesTax }: Asking) {
  const { uses_price_lists } = useUser().organization
  const customer_id = useWatched(form, 'customer_id')
  const branch_id = useWatched(form, 'branch_id')
  const currency_id = useWatched(form, 'currency_id')
  const date = useWatched(form, dateField)
  const isAsked =
    uses_price_lists && side.document === 'invoice' && currency_id !== '' && /^\d{4}-\d\d-\d\d$/.test(date)
  const products = [...new Set(lines.lines.flatMap(({ row }) => (isAsked && row.product_id) || []))].sort()
  const groups = Array.from({ length: Math.ceil(products.length / most) }, (_, index) =>
    products.slice(index * most, (index + 1) * most).join(','),
  )
  const pricesQuery = { currency_id, date, ...(customer_id && { customer_id }), ...(branch_id && { branch_id }) }
  const steps = useQueries({
    queries: groups.map((group) => ({
      queryKey: ['/price-lists', 'prices', pricesQuery, group],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { ...pricesQuery, products: group }
        return (await request<{ data: ListedPrice[] }>(listedPricesCall, { query, signal })).data
      },
    })),
    combine: (answers) =>
      answers.some(({ data }) => data === undefined) ? null : answers.flatMap(({ data }) => data ?? none),
  })
  const byProduct = useMemo(() => Map.groupBy(steps ?? none, ({ product_id }) => String(product_id)), [steps])
  const listedOf = useCallback(
    (row: ItemRow): ListedOnRow | null => listedOnRow(byProduct.get(row.product_id) ?? none, row, includesTax),
    [byProduct, includesTax],
  )
  const { lines: drawn, map } = lines
  useEffect(() => {
    if (!isAsked || steps === null) return
    const next = (row: ItemRow) => repriced(row, parseDecimal(row.quantity) === null ? null : listedOf(row))
    if (drawn.some(({ row }) => next(row) !== row)) map(next)
  }, [isAsked, steps, drawn, listedOf, map])
  return isAsked ? listedOf : undefined
}
