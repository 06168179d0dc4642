import { sql } from 'kysely'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { type Context, dayInRiyadh, type Session } from './context.ts'
import type { Language } from './locale.ts'
import type { Services } from './services.ts'

/** The organization itself acts, as on a schedule: without permissions, as the user who arranged it or as none. */
export async function systemContext(
  services: Services,
  db: TenantDatabase,
  organization_id: number,
  { user_id = 0, language = 'ar' as Language, request_id = 'system' } = {},
): Promise<Context> {
  const { rows } = await sql<Session['organization']>`
    SELECT own.status, own.currency_id, currency.decimals, own.tax_number, own.manual_numbers, own.receipt_without_reference,
      own.default_save_action, own.row_tax_always_invoice, own.prices_include_tax, own.vat_status, own.settlement_tolerance, own.discount_account_id,
      own.uses_credit_limits, own.uses_places,
      own.e_invoicing_phase, own.e_invoicing_since
    FROM organizations AS own JOIN currencies AS currency ON currency.id = own.currency_id
    WHERE own.organization_id = ${organization_id}`.execute(db)
  const organization = rows[0] as Session['organization']
  const acting = {
    user_id,
    token_hash: Buffer.alloc(0),
    api_key: null,
    account: { organization_id, user_id },
    membership: { organization_id, user_id },
    is_owner: false,
    is_confirmed: false,
    lacks_second_factor: false,
    requires_second_factor: false,
    authority: new Set<string>(),
    places: null,
  }
  const today = dayInRiyadh(services.clock.now())
  return { db, services, session: { organization_id, organization, ...acting }, language, today, request_id, ip: null }
}
