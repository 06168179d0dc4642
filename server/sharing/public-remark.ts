import { createThrottle } from '#server/auth/throttle/throttle.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import { hashLink } from './link.ts'
import { type OpenLink, openSharedLink } from './public-page.ts'
import { readSharedPaper } from './shared-paper.ts'
import type { SharedPaper } from './shared-paper-facts.ts'
import { viewPathOf } from './view-path.ts'

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
    await mailRemark(context, link, paper, { id, name, remark })
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

/** Arabic first, then English: the system does not know the reader's language. */
async function mailRemark(
  { db, services, session }: Context,
  link: OpenLink,
  { number, party }: SharedPaper,
  { id, name, remark }: { id: number; name: string | null; remark: string },
): Promise<void> {
  const readers = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where((where) => (link.created_by ? where('id', '=', link.created_by) : where('is_owner', '=', true)))
    .execute()
  const address = `${services.config.publicUrl}${viewPathOf(link)}`
  const say = (language: 'ar' | 'en', key: string) => {
    const document = services.words.say(language, `sharing:kinds.${link.kind.name}`)
    return services.words.say(language, `sharing:remark_mail.${key}`, {
      document,
      number,
      party: party.name,
      link: address,
    })
  }
  const text = [say('ar', 'text'), say('en', 'text'), `${name ?? party.name}:\n${remark}`].join('\n\n')
  for (const reader of readers)
    await enqueue(db, session.organization_id, {
      kind: 'mail',
      key: `remark:${id} ${reader.id}`,
      payload: { to: reader.email, subject: say('ar', 'subject').replace(/\s+/g, ' '), text },
    })
}
