import { sql } from 'kysely'
import type { z } from 'zod'
import type { invitationLinkCalls, ShownInvitation } from '#contract/access/memberships.ts'
import { findInDirectory } from '#server/auth/directory.ts'
import { noteDevice } from '#server/auth/known-devices.ts'
import { entryOf, openSeat, readMembership, requireMembership } from '#server/auth/memberships.ts'
import { hashPassword, requireUnrelated } from '#server/auth/passwords.ts'
import { homeColumns, personalAccount } from '#server/auth/personal-account.ts'
import { sessionGaveFactor } from '#server/auth/second-factor.ts'
import type { Visitor } from '#server/auth/sessions.ts'
import { provePerson } from '#server/auth/sign-in.ts'
import { switchOrganization } from '#server/auth/switch-organization.ts'
import type { Session, UserKey } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { hashToken } from '#server/http/authenticate.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { mayStillInvite } from './invitations.ts'

type Body<Call extends keyof typeof invitationLinkCalls> = z.output<(typeof invitationLinkCalls)[Call]['body']>

/** What the invited person sees before deciding: which organization, which role. */
export async function showInvitation(services: Services, { token }: Body<'show'>): Promise<Answer> {
  const {
    organization_name: name,
    name_en,
    role,
    email,
    invited_by,
    expires_at,
  } = await findInvitation(services, token)
  const has_account = (await findInDirectory(services.pool, email)) !== undefined
  const shown = { organization: { name, name_en }, role, email, invited_by, expires_at, has_account }
  return { data: shown satisfies Omit<ShownInvitation, 'expires_at'> }
}

/** A person with an account: password and second factor prove it, as at the sign-in. */
export async function joinByPassword(services: Services, body: Body<'join'>, visitor: Visitor): Promise<Answer> {
  const invitation = await findInvitation(services, body.token)
  const { email } = invitation
  if (!(await findInDirectory(services.pool, email))) throw new Refusal('account_unknown')
  const { has_factor, ...account } = await provePerson(services, { ...body, email }, visitor, {
    mayBeInactive: true,
  })
  // Before the link is used up.
  if (!(await entryOf(services.pool, account, has_factor))(invitation)) throw new Refusal('passkey_needed')
  const home = await join(services, invitation, account, visitor)
  const seat = await requireMembership(services.pool, home, invitation.organization_id)
  const facts = { visitor, has_factor, now: services.clock.now(), action: 'POST /auth/login' }
  return { data: await openSeat(services, home, seat, { remember: body.remember ?? false, ...facts }) }
}

/** The signed-in person: joins, and the session switches. */
export async function joinSignedIn(
  services: Services,
  session: Session,
  { token }: Body<'accept'>,
  visitor: Visitor,
): Promise<Answer> {
  const invitation = await findInvitation(services, token)
  const { pool } = services
  const mayEnter = await entryOf(pool, session.account, await sessionGaveFactor(pool, session))
  if (!mayEnter(invitation)) throw new Refusal('passkey_needed')
  const account = await join(services, invitation, session.account, visitor)
  return switchOrganization(services, { ...session, account }, invitation.organization_id, visitor)
}

/** A person without an account: the credentials are in this organization, as long as it is the only one. */
export async function registerByInvitation(
  services: Services,
  body: Body<'register'>,
  visitor: Visitor,
): Promise<Answer> {
  const { token, name, mobile, password } = body
  const invitation = await findInvitation(services, token)
  const { email, role_id, organization_id } = invitation
  if (await findInDirectory(services.pool, email)) throw new Refusal('account_exists')
  requireUnrelated(password, [email, name, invitation.organization_name, invitation.name_en ?? ''])
  const password_hash = await hashPassword(password)
  const seat = await inTenant(services.pool, organization_id, 'write', async (db) => {
    const facts = { name, email, mobile, password_hash, role_id, status: 'active' }
    const { id: user_id } = await db.insertInto('users').values(facts).returning('id').executeTakeFirstOrThrow()
    // Its primary key settles who was first.
    await db.insertInto('user_directory').values({ email, organization_id, user_id }).execute()
    await endInvitation(services, db, invitation, user_id, visitor)
    await noteDevice(services, db, { organization_id, user_id }, visitor)
    return { organization_id, user_id }
  })
  const opening = { remember: false, visitor, has_factor: false, now: services.clock.now(), action: 'POST /auth/login' }
  return { data: await openSeat(services, seat, seat, opening) }
}

type Invitation = {
  organization_id: number
  id: number
  email: string
  role_id: number
  role: string
  invited_by: string
  expires_at: Date
  organization_name: string
  name_en: string | null
  requires_second_factor: boolean
}

/** One refusal for an unknown, used, withdrawn and expired link. */
async function findInvitation({ pool, clock }: Services, token: string): Promise<Invitation> {
  const organization = Number(/^([1-9]\d{0,14})\.[\w-]{43}$/.exec(token)?.[1] ?? 0)
  if (organization === 0) throw new Refusal('invitation_over')
  const { rows } = await inTenant(pool, organization, 'read', (db) =>
    sql<Invitation>`
      SELECT i.organization_id, i.id, i.email, i.role_id, i.expires_at, r.name AS role, u.name AS invited_by, o.name AS organization_name, o.name_en,
        o.second_factor_required OR r.second_factor_required AS requires_second_factor
      FROM invitations AS i
      JOIN roles AS r ON r.organization_id = ${organization} AND r.id = i.role_id
      JOIN users AS u ON u.organization_id = ${organization} AND u.id = i.invited_by
      JOIN organizations AS o ON o.organization_id = ${organization}
      WHERE i.organization_id = ${organization} AND i.token_hash = ${hashToken(token)} AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL
        AND EXISTS (SELECT FROM invitations WHERE invitations.organization_id = ${organization} AND invitations.id = i.id AND ${mayStillInvite})`.execute(
      db,
    ),
  )
  const [found] = rows
  if (!found || found.expires_at <= clock.now()) throw new Refusal('invitation_over')
  return found
}

/** Makes the membership. Answers where the credentials of the person are from now on. */
async function join(services: Services, invitation: Invitation, account: UserKey, visitor: Visitor): Promise<UserKey> {
  const { pool } = services
  const { organization_id, role_id, email } = invitation
  const person = await readPerson(services, account)
  // A link that was passed on opens nothing for another person.
  if (person.email !== email) throw new Refusal('invitation_for_another', { params: { email } })
  if (await readMembership(pool, organization_id, account)) throw new Refusal('already_member')
  const home = await personalAccount(services, account)
  // The pointer is stored first: without a membership it has no effect.
  await inTenant(pool, home.organization_id, 'write', (db) =>
    sql`INSERT INTO memberships (organization_id, member_organization_id) VALUES (${home.organization_id}, ${organization_id})
      ON CONFLICT (organization_id, member_organization_id) DO NOTHING`.execute(db),
  )
  const columns = await homeColumns(pool, home)
  await inTenant(pool, organization_id, 'write', async (db) => {
    const { id } = await db
      .insertInto('users')
      .values({
        name: person.name,
        email,
        email_proved_at: person.email_proved_at,
        role_id,
        status: 'active',
        ...columns,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await endInvitation(services, db, invitation, id, visitor)
  })
  return home
}

async function readPerson({ pool }: Services, { organization_id, user_id }: UserKey) {
  return inTenant(pool, organization_id, 'read', (db) =>
    db
      .selectFrom('users')
      .select(['name', 'email', 'email_proved_at'])
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow(),
  )
}

/** Of two requests with one link the second is refused. The log says who joined, by which invitation. */
async function endInvitation(
  { clock }: Services,
  db: TenantDatabase,
  { id }: Invitation,
  user_id: number,
  { ip }: Visitor,
): Promise<void> {
  const now = clock.now()
  const ended = await db
    .updateTable('invitations')
    .set({ accepted_at: now, user_id, version: sql`version + 1` })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Refusal('invitation_over')
  const what = { action: 'POST /account/join', resource: 'invitation', resource_id: id }
  await db
    .insertInto('audit_log')
    .values({ ...what, user_id, ip })
    .execute()
}
