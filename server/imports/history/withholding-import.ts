import { z } from 'zod'
import { date, optional } from '#contract/fields/choice.ts'
import { code } from '#contract/fields/text.ts'
import { vatPeriodId } from '#ledger/calendar/vat-periods.ts'
import { fileWithholding } from '#server/withholding/file-period.ts'
import { setWithholdingReference } from '#server/withholding/set-reference.ts'
import { takeBackWithholding } from '#server/withholding/take-back.ts'
import type { ImportRules } from '../kinds/import-kind.ts'
import { unnumberedBook } from '../lookup/unnumbered-book.ts'

const filedReturn = z.object({ started_at: date, ended_at: date, authority_reference: optional(code) })

/** Filed returns of tax withheld: of a month, or the statement of a year. Their months take no payment that withholds any more. */
export const withholdingReturnImport: ImportRules = {
  schema: filedReturn,
  order: 'alone',
  open: async () => ({
    ...unnumberedBook,
    resolve: {},
    create: async (again, { started_at, ended_at, authority_reference }: z.output<typeof filedReturn>) => {
      const isMonth = started_at.slice(0, 7) === ended_at.slice(0, 7)
      const id = isMonth ? vatPeriodId(ended_at) : Number(ended_at.slice(0, 4))
      await fileWithholding(again, id)
      if (authority_reference) await setWithholdingReference(again, id, authority_reference)
      return [{ resource: 'withholding_return', id, before: null }]
    },
  }),
  undo: (context, { id }) => takeBackWithholding(context, id, 'import'),
}
