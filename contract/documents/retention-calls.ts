import { z } from 'zod'
import { date, id, optional, version } from '../fields/choice.ts'
import { positiveAmount } from '../fields/decimal.ts'
import { textOf } from '../fields/text.ts'
import { type Call, defineCall, idParams, listCalls } from '../kit/resource.ts'
import { previewFromCall } from '../preview/posting-preview.ts'
import { purchases, sales } from './sides.ts'

const releaseBody = z.object({
  date,
  /** The part that is released. */
  amount: positiveAmount,
  reason: optional(textOf(300)),
  version,
})
export type ReleaseInput = z.output<typeof releaseBody>

/** The document of the release. */
const answer = z.object({ id: z.int() })

const releasesOf = (side: typeof sales | typeof purchases) => {
  const admission = [`release-retention-${side.entity}`]
  const path = `${side.documentPath}/:id/retention-releases`
  const shared = { method: 'POST', kind: 'action', labels: 'retention', admission } as const
  return {
    /** What is released is due again: no tax, no e-invoice. */
    release: defineCall({ ...shared, path, params: idParams, body: releaseBody, answer }),
    preview: previewFromCall({ path, labels: 'retention', admission, body: releaseBody }),
    /** Takes a release back on its own day. */
    takeBack: defineCall({ ...shared, path: `${path}/:release/void`, params: z.object({ id, release: id }), answer }),
  }
}
export const retentionCalls = { invoice: releasesOf(sales), bill: releasesOf(purchases) } as const
export const allRetentionCalls: readonly Call[] = [
  ...listCalls(retentionCalls.invoice),
  ...listCalls(retentionCalls.bill),
]
