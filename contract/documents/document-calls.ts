import { z } from 'zod'
import { choice, id, version } from '../fields/choice.ts'
import { multiValue } from '../kit/envelope.ts'
import { defineCall } from '../kit/resource.ts'
import { previewCall, previewFromCall } from '../preview/posting-preview.ts'
import { advanceInvoices } from './advances.ts'
import { bills, invoices } from './documents.ts'
import { issueCall } from './issue-call.ts'
import { sumsCall } from './list-sums.ts'
import { nextNumberCall } from './next-number.ts'
import { advances, purchases, type Side, sales } from './sides.ts'

/** A simplified invoice also prints on a roll of 80 mm. */
export const paperSizes = ['a4', 'receipt'] as const

/** By the name of a side's document. */
export const documents = { invoice: invoices, bill: bills, advance_invoice: advanceInvoices } as const

const documentCallsOf = <
  const S extends Side,
  const Answer extends z.ZodType,
  const Query extends z.ZodObject,
  const Input extends z.ZodType,
>(
  side: S,
  answer: Answer,
  query: Query,
  input: Input,
) => {
  const action = { method: 'POST', kind: 'action', labels: side.document, params: z.object({ id }), answer } as const
  return {
    nextNumber: nextNumberCall(side.documentPath, side.document, [`create-${side.entity}`, `update-${side.entity}`]),
    confirm: defineCall({
      ...action,
      path: `${side.documentPath}/:id/confirm`,
      admission: [`create-${side.entity}`, `update-${side.entity}`],
      body: z.object({ version }),
    }),
    confirmPreview: previewFromCall({
      path: `${side.documentPath}/:id/confirm`,
      labels: side.document,
      admission: [`create-${side.entity}`, `update-${side.entity}`],
      body: z.object({ version }),
    }),
    /** The document as it prints, as PDF/A-3. */
    pdf: defineCall({
      method: 'GET',
      kind: 'export',
      labels: side.document,
      params: z.object({ id }),
      query: z.object({ size: choice(paperSizes).default('a4') }),
      path: `${side.documentPath}/:id/pdf`,
      admission: [`read-${side.entity}`, `update-${side.entity}`],
    }),
    /** Several documents one behind the other in one file, in the order they are named. */
    mergedPdf: defineCall({
      method: 'GET',
      kind: 'export',
      labels: side.document,
      query: z.object({ ids: multiValue(id) }),
      path: `${side.documentPath}/merged-pdf`,
      admission: [`read-${side.entity}`, `update-${side.entity}`],
    }),
    sums: sumsCall({ path: side.documentPath, labels: side.document, admission: [`list-${side.entity}`], query }),
    preview: previewCall({
      path: side.documentPath,
      labels: side.document,
      admission: [`create-${side.entity}`, `update-${side.entity}`],
      body: input,
    }),
    issue: issueCall(side.documentPath, side.document, [`read-${side.entity}`], answer),
  }
}
export const documentCalls = {
  invoice: documentCallsOf(sales, invoices.record, invoices.calls.list.query, invoices.input),
  bill: documentCallsOf(purchases, bills.record, bills.calls.list.query, bills.input),
  advance_invoice: documentCallsOf(
    advances,
    advanceInvoices.record,
    advanceInvoices.calls.list.query,
    advanceInvoices.input,
  ),
}
