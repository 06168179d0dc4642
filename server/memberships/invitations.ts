import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { InvitationRow, invitations } from '#contract/access/memberships.ts'
import { createThrottle } from '#server/auth/throttle/throttle.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import { hashToken } from '#server/http/authenticate.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import { allowOutsideMail, withoutLinks } from '#server/outside-mail/allow-outside-mail.ts'
import { stopLinks } from '#server/outside-mail/stop-link.ts'
import { requireRole } from '#server/people/save-user.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'
import { findRow } from '#server/resource/table.ts'

const hour_ms = 3_600_000
export const invitationHours = 72
/** Mails to one address by one organization. */
const mails = createThrottle({ purpose: 'invitation mails', free: 5, windowMs: hour_ms, delayMaximumMs: hour_ms })

/**
 * Whether who made an invitation may still make it: works here, may invite, and holds what the role holds. An invitation ends with the
 * rights behind it; sent again, it is the invitation of who sends it again.
 */
export const mayStillInvite: RawBuilder<boolean> = sql`EXISTS (SELECT FROM users AS maker
  WHERE maker.organization_id = ${ownTenant} AND maker.id = invitations.invited_by AND maker.status = 'active'
    AND maker.deleted_at IS NULL AND (maker.is_owner OR (
      EXISTS (SELECT FROM role_permissions AS own WHERE own.organization_id = ${ownTenant} AND own.role_id = maker.role_id
        AND own.permission = 'create-user')
      AND NOT EXISTS (SELECT FROM role_permissions AS given WHERE given.organization_id = ${ownTenant}
        AND given.role_id = invitations.role_id AND NOT EXISTS (SELECT FROM role_permissions AS held
          WHERE held.organization_id = ${ownTenant} AND held.role_id = maker.role_id AND held.permission = given.permission)))))`

const stateOf: RawBuilder<InvitationRow['state']> = sql`CASE WHEN invitations.accepted_at IS NOT NULL THEN 'accepted'
  WHEN invitations.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN invitations.expires_at <= now() OR NOT ${mayStillInvite} THEN 'expired' ELSE 'open' END`

export const invitationListing: Listing = {
  table: 'invitations',
  from: (db) =>
    db
      .selectFrom('invitations')
      .leftJoin('roles', 'roles.id', 'invitations.role_id')
      .innerJoin('users', 'users.id', 'invitations.invited_by'),
  withoutJoins: (db) => db.selectFrom('invitations'),
  // The hash of the link stays out of every answer.
  select: (query) =>
    query
      .select([
        'invitations.id',
        'invitations.email',
        'invitations.created_at',
        'invitations.sent_at',
        'invitations.expires_at',
        'invitations.accepted_at',
        'invitations.user_id',
        'invitations.version',
      ])
      .select([
        stateOf.as('state'),
        sql`CASE WHEN roles.id IS NOT NULL THEN json_build_object('id', roles.id, 'name', roles.name) END`.as('role'),
        sql`json_build_object('id', users.id, 'name', users.name)`.as('invited_by'),
      ]),
  filter: {
    state: (query: AnyQuery, value: InvitationRow['state']) => query.where(sql<boolean>`${stateOf} = ${value}`),
  },
}

export const readInvitation = ({ db }: Context, id: number) =>
  findRow(invitationListing.select(invitationListing.from(db)).where('invitations.id', '=', id))

type InvitationInput = z.output<typeof invitations.input>

export async function createInvitation(context: Context, { email, role_id }: InvitationInput): Promise<Answer> {
  const { db, session } = context
  await requireRole(context, role_id)
  const member = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (member) throw new Refusal('already_member', { field: 'email' })
  const link = newLink(context)
  const { id } = await db
    .insertInto('invitations')
    .values({ email, role_id, invited_by: session.user_id, ...link.stored })
    .returning('id')
    .executeTakeFirstOrThrow()
  await mailInvitation(context, { id, email, role_id }, link)
  return withLink(context, id, link)
}

/** Another link: the former one is void. */
export async function resendInvitation(context: Context, id: number): Promise<Answer> {
  const stored = await lockOpen(context, id)
  await requireRole(context, stored.role_id)
  const link = newLink(context)
  await context.db
    .updateTable('invitations')
    .set({
      ...link.stored,
      invited_by: context.session.user_id,
      sent_at: context.services.clock.now(),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
  await mailInvitation(context, { id, ...stored }, link)
  return withLink(context, id, link)
}

export async function withdrawInvitation(context: Context, id: number): Promise<void> {
  const { role_id } = await lockOpen(context, id)
  // What a stronger person began is not ended by a weaker one.
  await requireRole(context, role_id)
  await context.db
    .updateTable('invitations')
    .set({ withdrawn_at: context.services.clock.now(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

async function lockOpen({ db }: Context, id: number) {
  const stored = await db
    .selectFrom('invitations')
    .select(['email', 'role_id', 'accepted_at', 'withdrawn_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) throw new Refusal('not_found')
  const { email, role_id } = stored
  if (stored.accepted_at || stored.withdrawn_at || role_id === null) throw new Refusal('invitation_ended')
  return { email, role_id }
}

type Link = { url: string; stored: { token_hash: Buffer; expires_at: Date } }

function newLink({ services, session }: Context): Link {
  const token = `${session.organization_id}.${randomBytes(32).toString('base64url')}`
  const expires_at = new Date(services.clock.now().getTime() + invitationHours * hour_ms)
  // The host comes from the configuration, never from a header of the request.
  return {
    url: `${services.config.publicUrl}/invitation?token=${token}`,
    stored: { token_hash: hashToken(token), expires_at },
  }
}

/** The link is in this one answer: in the database there is only its hash. */
async function withLink(context: Context, id: number, { url }: Link): Promise<Answer> {
  const record = await readInvitation(context, id)
  return { data: record, after: async () => ({ ...record, link: url }) }
}

async function mailInvitation(
  context: Context,
  { id, email, role_id }: { id: number; email: string; role_id: number },
  { url, stored }: Link,
): Promise<void> {
  const { db, services, session, language } = context
  await mails.take(services.attempts, `${session.organization_id} ${email}`, services.clock.now().getTime())
  await allowOutsideMail(context, [email], 'email')
  const { name } = await db.selectFrom('organizations').select('name').executeTakeFirstOrThrow()
  const role = await db.selectFrom('roles').select('name').where('id', '=', role_id).executeTakeFirstOrThrow()
  const by = await db.selectFrom('users').select('name').where('id', '=', session.user_id).executeTakeFirstOrThrow()
  const [organization, shownRole, shownBy] = [name, role.name, by.name].map(withoutLinks)
  const facts = { link: url, hours: invitationHours, organization, role: shownRole, by: shownBy }
  const say = (part: string) => services.words.say(language, `auth:mail.membership.${part}`, facts)
  const stop = stopLinks(services, session.organization_id, { of: 'invitation', id }, 1)
  const footer = services.words.say(language, 'sharing:stop_mail', { organization, link: stop.page })
  await enqueue(db, session.organization_id, {
    kind: 'mail',
    key: `invitation:${stored.token_hash.toString('hex')}`,
    payload: { to: email, subject: say('subject'), text: `${say('text')}\n\n${footer}`, stop },
  })
  services.outbox.wake()
}
