import { createThrottle } from '#server/auth/throttle/throttle.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { hashLink } from './link.ts'
import { mailReaders } from './mail-readers.ts'
import { type OpenLink, openSharedLink } from './public-page.ts'
import { readSharedPaper } from './shared-paper.ts'

const minute = 60_000
const remarks = createThrottle({ purpose: 'link remark', free: 5, windowMs: 60 * minute, delayMaximumMs: 60 * minute })
const remarksMaximum = 50

type Remark = { name?: string | null | undefined; remark: string }

/** Stores what the reader says is wrong, and mails it to who sent the paper, or to the owners. */
export async function leaveRemark(
  services: Services,
  visit: { token: string; ip: string },
  { name = null, remark }: Remark,
): Promise<void> {
  const now = services.clock.now().getTime()
  const key = hashLink(visit.token).toString('hex')
  await remarks.take(services.attempts, key, now)
  await openSharedLink(services, visit, 'write', async (context, link) => {
    const { db } = context
    await requireRoom(context, link)
    const paper = await readSharedPaper(context, link)
    const { id } = await db
      .insertInto('delivery_remarks')
      .values({ delivery_id: link.delivery_id, name, remark })
      .returning('id')
      .executeTakeFirstOrThrow()
    const lines = [`${name ?? paper.party.name}:\n${remark}`]
    await mailReaders(context, link, paper, { words: 'remark_mail', key: `remark:${id}`, said: lines })
  })
  services.outbox.wake()
}

async function requireRoom({ db }: Context, { delivery_id }: OpenLink): Promise<void> {
  const { count } = await db
    .selectFrom('delivery_remarks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('delivery_id', '=', delivery_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= remarksMaximum) throw new Refusal('too_many_requests', { params: { seconds: 86_400 } })
}
