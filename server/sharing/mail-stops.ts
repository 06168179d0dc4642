import type { MailStops } from '#contract/sharing/mail-stops.ts'
import { createThrottle, isLoopback } from '#server/auth/throttle/throttle.ts'
import { networkOf } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { plain, stoppedOf } from '#server/outside-mail/allow-outside-mail.ts'
import { openStopLink, type StopSubject } from '#server/outside-mail/stop-link.ts'

const minute = 60_000
const visits = createThrottle({ purpose: 'mail stop', free: 60, windowMs: 10 * minute, delayMaximumMs: 10 * minute })

type Visit = { token: string; ip: string }
type Change = { address?: string | null | undefined; is_stopped: boolean }

/** The addresses of a mail, and which of them are stopped. */
export const showMailStops = (services: Services, visit: Visit): Promise<MailStops> =>
  atLink(services, visit, 'read', shown)

/** Stops mail of the organization to an address of this mail, or allows it again. Without an address: to the only one it had. */
export const changeMailStop = (services: Services, visit: Visit, { address, is_stopped }: Change): Promise<MailStops> =>
  atLink(services, visit, 'write', async (db, subject) => {
    const all = await addressesOf(db, subject)
    const given = address ? all.find((one) => plain(one) === plain(address)) : all.length === 1 ? all[0] : undefined
    if (given === undefined) throw new Refusal('invalid_input', { errors: { address: { code: 'invalid_value' } } })
    if (is_stopped)
      await db
        .insertInto('mail_stops')
        .values({ address: plain(given) })
        .onConflict((conflict) => conflict.columns(['organization_id', 'address']).doNothing())
        .execute()
    else await db.deleteFrom('mail_stops').where('address', '=', plain(given)).execute()
    return shown(db, subject)
  })

async function atLink<Result>(
  services: Services,
  { token, ip }: Visit,
  mode: 'read' | 'write',
  work: (db: TenantDatabase, subject: StopSubject) => Promise<Result>,
): Promise<Result> {
  if (!isLoopback(ip)) await visits.take(services.attempts, networkOf(ip), services.clock.now().getTime())
  const { organization, subject } = openStopLink(services, token)
  return inTenant(services.pool, organization, mode, (db) => work(db, subject))
}

async function shown(db: TenantDatabase, subject: StopSubject): Promise<MailStops> {
  const addresses = await addressesOf(db, subject)
  if (addresses.length === 0) throw new Refusal('not_found')
  const stopped = new Set(await stoppedOf(db, addresses))
  const { name, name_en } = await db.selectFrom('organizations').select(['name', 'name_en']).executeTakeFirstOrThrow()
  return {
    organization: { name, name_en },
    addresses: addresses.map((address) => ({ address, is_stopped: stopped.has(address) })),
  }
}

async function addressesOf(db: TenantDatabase, { of, id }: StopSubject): Promise<string[]> {
  if (of === 'delivery') {
    const row = await db.selectFrom('deliveries').select('recipients').where('id', '=', id).executeTakeFirst()
    return (row?.recipients as string[] | undefined) ?? []
  }
  const table = of === 'invitation' ? 'invitations' : 'users'
  const row = await db.selectFrom(table).select('email').where('id', '=', id).executeTakeFirst()
  return row ? [row.email] : []
}
