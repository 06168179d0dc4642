import { randomUUID } from 'node:crypto'
import type { Language } from '#server/core/locale.ts'
import type { Services } from '#server/core/services.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { enqueue } from '#server/outbox/outbox.ts'

export type AccountNotice =
  | 'new_device'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_code'
  | 'changed'
  | 'email_changed'
type Facts = { organizationId: number; userId: number; notice: AccountNotice; language: Language }

/** Says by mail what happened to an account, so that its owner notices what was not done by them. Wake the outbox after the commit. */
export async function mailAccountNotice(
  { words }: Services,
  db: TenantDatabase,
  { organizationId, userId, notice, language }: Facts,
  params: Record<string, string> = {},
): Promise<void> {
  const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  const say = (key: string) => words.say(language, `auth:mail.${notice}.${key}`, params)
  await enqueue(db, organizationId, {
    kind: 'mail',
    key: `${notice}:${randomUUID()}`,
    payload: { to: email, subject: say('subject'), text: say('text') },
  })
}
