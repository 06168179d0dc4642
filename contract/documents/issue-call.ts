import { z } from 'zod'
import { id, version } from '../fields/choice.ts'
import { defineCall } from '../kit/resource.ts'

/** Said by the print view before it prints: from then on what we issue to customers can neither be edited nor voided. */
export const issueCall = <const Answer extends z.ZodType>(
  path: string,
  labels: string,
  admission: readonly string[],
  answer: Answer,
) =>
  defineCall({
    method: 'POST',
    path: `${path}/:id/issue`,
    kind: 'action',
    admission,
    labels,
    params: z.object({ id }),
    body: z.object({ version }),
    answer,
  })
