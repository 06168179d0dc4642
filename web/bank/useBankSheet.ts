import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { bankReconciliations } from '#contract/bank.ts'
import { request } from '../api/client.ts'
import type { Id } from '../api/resource.ts'
import type { Values } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'

const { sheet } = bankReconciliations.calls
export type BankSheetAnswer = z.output<typeof sheet.answer>

/** The lines to match for the form's account and day; while another day loads the lines stay. */
export function useBankSheet(form: UseFormReturnType<Values>, id: Id | null) {
  const account_id = useWatched(form, 'account_id')
  const statement_date = useWatched(form, 'statement_date')
  const matched_through = useWatched(form, 'matched_through')
  const query = {
    account_id,
    statement_date,
    ...(matched_through !== '' && { matched_through }),
    ...(id !== null && { id }),
  }
  return useQuery({
    queryKey: [bankReconciliations.path, 'sheet', query],
    queryFn: async ({ signal }) => (await request<{ data: BankSheetAnswer }>(sheet, { query, signal })).data,
    enabled: account_id !== '' && statement_date !== '',
    staleTime: 0,
    gcTime: 0,
  })
}
export type BankSheetQuery = ReturnType<typeof useBankSheet>
