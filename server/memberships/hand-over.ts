import { sql } from 'kysely'
import type { z } from 'zod'
import type { membershipCalls } from '#contract/access/memberships.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { enqueue } from '#server/outbox/outbox.ts'

/** Another member becomes an owner, and the caller takes a role, in one transaction. */
export async function handOver(
  context: Context,
  { user_id, role_id }: z.output<typeof membershipCalls.handOver.body>,
): Promise<void> {
  const { db, session, services, language } = context
  if (!session.is_owner) throw new Refusal('owner_only')
  if (user_id === session.user_id) throw new Refusal('hand_over_to_yourself', { field: 'user_id' })
  await requireRows(db, { role_id: ['roles', role_id] })
  const both = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'status', 'is_owner', 'deleted_at'])
    .where('id', 'in', [user_id, session.user_id])
    .orderBy('id')
    .forUpdate()
    .execute()
  const next = both.find(({ id }) => id === user_id)
  const own = both.find(({ id }) => id === session.user_id)
  if (!next || next.deleted_at || next.status !== 'active') throw new Refusal('unknown_reference', { field: 'user_id' })
  // Another request has handed over meanwhile.
  if (!own?.is_owner) throw new Refusal('owner_only')
  // A form of these users that is open elsewhere is out of date.
  const version = sql<number>`version + 1`
  await db.updateTable('users').set({ is_owner: true, version }).where('id', '=', user_id).execute()
  await db.updateTable('users').set({ is_owner: false, role_id, version }).where('id', '=', session.user_id).execute()
  const { name } = await db.selectFrom('organizations').select('name').executeTakeFirstOrThrow()
  const say = (part: string) =>
    services.words.say(language, `auth:mail.handed_over.${part}`, { organization: name, by: own.name, next: next.name })
  for (const { id, email } of [own, next])
    await enqueue(db, session.organization_id, {
      kind: 'mail',
      key: `handed_over:${id}:${context.request_id}`,
      payload: { to: email, subject: say('subject'), text: say('text') },
    })
  services.forgetSessions()
  services.outbox.wake()
}
