import { z } from 'zod'
import { date } from '../fields/choice.ts'
import { defineCall } from '../kit/resource.ts'

const numberAnswer = z.object({ number: z.string() })
/** The number the next document will most likely get: a peek that takes nothing. */
export const nextNumberCall = (path: string, labels: string, admission: readonly string[]) =>
  defineCall({
    method: 'GET',
    path: `${path}/next-number`,
    kind: 'item',
    admission,
    labels,
    query: z.object({ date: date.optional() }),
    answer: numberAnswer,
  })
