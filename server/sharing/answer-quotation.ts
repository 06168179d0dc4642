import type { z } from 'zod'
import { orderKinds } from '#contract/orders/order-kinds.ts'
import type { publicPageCalls } from '#contract/sharing/public-page.ts'
import { createThrottle } from '#server/auth/throttle/throttle.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { answerByCustomer } from '#server/orders/act-on-order.ts'
import { hashLink } from './link.ts'
import { mailReaders } from './mail-readers.ts'
import { openSharedLink } from './public-page.ts'
import { readSharedPaper } from './shared-paper.ts'

const minute = 60_000
const answers = createThrottle({ purpose: 'link answer', free: 10, windowMs: 60 * minute, delayMaximumMs: 60 * minute })

type QuotationAnswer = z.output<typeof publicPageCalls.answer.body>

/** The reader of a quotation accepts or declines what was read, by name. Who sent it gets a mail. */
export async function answerQuotation(
  services: Services,
  visit: { token: string; ip: string },
  given: QuotationAnswer,
): Promise<void> {
  await answers.take(services.attempts, hashLink(visit.token).toString('hex'), services.clock.now().getTime())
  await openSharedLink(services, visit, 'write', async (context, link) => {
    if (link.kind.name !== orderKinds.quotation.name) throw new Refusal('not_found')
    await answerByCustomer(context, link.id, given)
    const paper = await readSharedPaper(context, link)
    await mailReaders(context, link, paper, {
      words: `answer_mail.${given.answer}`,
      key: `answer:${link.id} ${given.version}`,
      said: [`${given.name}${given.reason ? `: ${given.reason}` : ''}`],
    })
  })
  services.outbox.wake()
}
