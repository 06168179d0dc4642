import { useQueries } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { availabilityCall } from '#contract/places/availability.ts'
import { request } from '../api/client.ts'
import type { AnswerOf } from '../api/options.ts'
import { useUser } from '../api/session.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'

/** What is in stock of a product in a place, and what of it no sales order waits for. */
export type Available = AnswerOf<typeof availabilityCall>
type AvailableOf = (product_id: string) => Available | undefined

/** As many products as one question names. */
const most = 100

/** What is available in the place of a form; undefined where there is one place, and until it is known. */
export function useAvailable(form: SchemaForm['form'], productIds: readonly string[]): AvailableOf | undefined {
  const { uses_places } = useUser().organization
  const place_id = useWatched(form, 'place_id')
  const branch_id = useWatched(form, 'branch_id')
  const products = uses_places ? [...new Set(productIds)].filter((id) => id !== '').sort() : []
  const groups = Array.from({ length: Math.ceil(products.length / most) }, (_, index) =>
    products.slice(index * most, (index + 1) * most).join(','),
  )
  const place = { ...(place_id && { place_id }), ...(branch_id && { branch_id }) }
  return useQueries({
    queries: groups.map((group) => ({
      queryKey: [availabilityCall.path, place, group],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { ...place, products: group }
        return (await request<{ data: Available[] }>(availabilityCall, { query, signal })).data
      },
    })),
    combine: (answers) => {
      const rows = answers.flatMap(({ data }) => data ?? [])
      return rows.length === 0 ? undefined : (id: string) => rows.find(({ product_id }) => String(product_id) === id)
    },
  })
}

/** For the rows of a form. */
export const AvailableContext = createContext<AvailableOf | undefined>(undefined)
export const useAvailableOf = () => useContext(AvailableContext)
