import { randomBytes } from 'node:crypto'
import type { Context } from '#server/core/context.ts'
import { hashToken } from '#server/http/authenticate.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import { allowOutsideMail, withoutLinks } from '#server/outside-mail/allow-outside-mail.ts'
import { stopLinks } from '#server/outside-mail/stop-link.ts'

const lifetimeHours = 72

/** A link to choose a password, good for three days; the reset page takes it like any other reset. */
export async function inviteUser(context: Context, userId: number, email: string): Promise<void> {
  await allowOutsideMail(context, [email], 'email')
  const { db, services, session, language } = context
  const token = randomBytes(32).toString('base64url')
  const token_hash = hashToken(token)
  const expires_at = new Date(services.clock.now().getTime() + lifetimeHours * 3_600_000)
  await db.insertInto('password_resets').values({ user_id: userId, token_hash, expires_at }).execute()
  const link = `${services.config.publicUrl}/reset-password?email=${encodeURIComponent(email)}&token=${token}`
  const { name } = await db.selectFrom('organizations').select('name').executeTakeFirstOrThrow()
  const say = (key: string) =>
    services.words.say(language, `auth:mail.invitation.${key}`, {
      link,
      hours: lifetimeHours,
      organization: withoutLinks(name),
    })
  const stop = stopLinks(services, session.organization_id, { of: 'user', id: userId }, 1)
  const footer = services.words.say(language, 'sharing:stop_mail', {
    organization: withoutLinks(name),
    link: stop.page,
  })
  const message = { to: email, subject: say('subject'), text: `${say('text')}\n\n${footer}`, stop }
  await enqueue(db, session.organization_id, {
    kind: 'mail',
    key: `invitation:${token_hash.toString('hex')}`,
    payload: message,
  })
  services.outbox.wake()
}
