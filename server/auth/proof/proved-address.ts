import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, UserKey } from '#server/core/context.ts'
import type { Language } from '#server/core/locale.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import { VaultClosed } from '#server/vault/vault.ts'
import { memberOrganizationsOf } from '../memberships.ts'
import { createThrottle } from '../throttle/throttle.ts'

const hour = 3_600_000
const lifetimeHours = 72
const mails = createThrottle({ purpose: 'address proof', free: 5, windowMs: hour, delayMaximumMs: hour })

const proof = z.object({ user_id: z.number(), email: z.string(), until: z.number() })
type Addressed = { account: UserKey; email: string; language: Language }

/** Mails a link that proves the address. Only a session of the account can use it: the mailbox alone opens nothing. */
export async function mailAddressProof(
  services: Services,
  db: TenantDatabase,
  { account, email, language }: Addressed,
) {
  const { organization_id, user_id } = account
  const until = services.clock.now().getTime() + lifetimeHours * hour
  const sealed = services.vault.seal(organization_id, JSON.stringify({ user_id, email, until }))
  const link = `${services.config.publicUrl}/account?confirm=${sealed.toString('base64url')}`
  const say = (key: string) => services.words.say(language, `auth:mail.prove.${key}`, { link, hours: lifetimeHours })
  const payload = { to: email, subject: say('subject'), text: say('text') }
  await enqueue(db, organization_id, { kind: 'mail', key: `prove:${randomUUID()}`, payload })
}

/** The link again, for who lost it. */
export async function mailOwnProof({ db, session, services, language }: Context): Promise<void> {
  const { email, email_proved_at } = await ownAddress(db, session.user_id)
  if (email_proved_at) throw new Refusal('address_proved')
  const key = `${session.organization_id} ${session.user_id}`
  await mails.take(services.attempts, key, services.clock.now().getTime())
  await mailAddressProof(services, db, { account: session.account, email, language })
  services.outbox.wake()
}

/** Marks the address of the account as proved. The caller writes it where the person is a member. */
export async function proveAddress({ db, session, services }: Context, token: string): Promise<void> {
  const { email } = await ownAddress(db, session.user_id)
  const claim = openProof(services, session.organization_id, token)
  const isOwn = claim?.user_id === session.user_id && claim.email === email
  if (!isOwn || claim.until < services.clock.now().getTime()) throw new Refusal('address_link_over', { field: 'token' })
  await markProved(db, session.user_id, services.clock.now())
}

function openProof({ vault }: Services, organization: number, token: string) {
  try {
    return proof.safeParse(JSON.parse(vault.open(organization, Buffer.from(token, 'base64url')))).data
  } catch (error) {
    if (error instanceof VaultClosed || error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}

const ownAddress = (db: TenantDatabase, id: number) =>
  db.selectFrom('users').select(['email', 'email_proved_at']).where('id', '=', id).executeTakeFirstOrThrow()

/** Who proved an address long ago proved it then. */
export const markProved = (db: TenantDatabase, user_id: number, now: Date) =>
  sql`UPDATE users SET email_proved_at = coalesce(email_proved_at, ${now})
    WHERE organization_id = ${ownTenant} AND id = ${user_id}`.execute(db)

/** Writes in the organizations of the person what an account knows of its address: also where the person is disabled. */
export async function writeAddressElsewhere(
  services: Services,
  account: UserKey,
  address: { email?: string; email_proved_at: Date | null },
): Promise<void> {
  for (const organization of await memberOrganizationsOf(services.pool, account))
    await inTenant(services.pool, organization, 'write', (db) =>
      db
        .updateTable('users')
        .set({ ...address, version: sql`version + 1` })
        .where('home_organization_id', '=', account.organization_id)
        .where('home_user_id', '=', account.user_id)
        .where('deleted_at', 'is', null)
        .execute(),
    )
}
