import { openingCalls, openingInput } from '#contract/opening.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import type { Values } from '../ui/form/FormScope.ts'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import {
  type AccountRow,
  type OpeningItemRow,
  type StockRow,
  sentAccount,
  sentCredit,
  sentOpeningItem,
  sentStock,
} from './openingRows.ts'

/** The form of all that was brought along: its rows as they are sent, and what follows a save. */
export function useOpeningForm(values: Values): SchemaForm {
  const written = useWritten(openingCalls.show.path)
  const facts: SchemaForm = useSchemaForm({
    schema: openingInput,
    resource: 'opening',
    values,
    toBody: ({ lines, receivables, payables, customer_credits, supplier_credits, stock, ...rest }) => ({
      ...rest,
      lines: (lines as AccountRow[]).map(sentAccount),
      receivables: (receivables as OpeningItemRow[]).map(sentOpeningItem('customer_id')),
      payables: (payables as OpeningItemRow[]).map(sentOpeningItem('supplier_id')),
      customer_credits: (customer_credits as OpeningItemRow[]).map(sentCredit('customer_id')),
      supplier_credits: (supplier_credits as OpeningItemRow[]).map(sentCredit('supplier_id')),
      stock: (stock as StockRow[]).map(sentStock),
    }),
    send: async (body) => {
      await request(openingCalls.save, { body })
      facts.guard.release()
      showSuccess('updated')
      written()
    },
    onFailed: (error) => showFailure('update_failed', error),
  })
  return facts
}
