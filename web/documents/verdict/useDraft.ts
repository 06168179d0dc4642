import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { memoNames } from '#contract/documents/memo-fields.ts'
import { documentHeadsCall } from '#contract/e-invoicing.ts'
import { request } from '../../api/client.ts'
import { useFormScope, type Values } from '../../ui/form/FormScope.ts'
import { draftOf, type Typed } from './draftOf.ts'

const watched = ['audience', 'exchange_rate', ...memoNames] as const
export type DraftFacts = Omit<Typed, 'values'> & { asked: Record<string, string>; dateField: string }

/** The document as typed so far, drawn again with each change; null without a row, or before its parties are known. */
export function useDraft({ asked, dateField, ...given }: DraftFacts) {
  const heads = useHeads(asked)
  const values = useHeadValues(dateField)
  return { heads, draft: heads ? draftOf({ ...given, values }, dateField, heads) : null }
}

/** Requested again when the user returns: the customer may have been completed in another tab. */
function useHeads(asked: Record<string, string>) {
  return useQuery({
    queryKey: [documentHeadsCall.path, 'answer', asked],
    queryFn: async ({ signal }) =>
      (await request<{ data: z.output<typeof documentHeadsCall.answer> }>(documentHeadsCall, { query: asked, signal }))
        .data,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  }).data
}

/** The fields of the head that the rules look at, drawn again when one of them changes. */
function useHeadValues(dateField: string): Values {
  const { form } = useFormScope()
  const [values, setValues] = useState<Values>(() => form.getValues())
  for (const name of [dateField, ...watched]) form.watch(name, () => setValues({ ...form.getValues() }))
  return values
}
