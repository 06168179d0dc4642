import type { z } from 'zod'
import type { SharingSettings, sharingSettingCalls } from '#contract/sharing/settings.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireConfirmed } from '#server/core/require-confirmed.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'

const empty = { subject: null, body: null }
const usual: SharingSettings = {
  bank_accounts: [],
  link_days: 90,
  accent: null,
  footer: null,
  templates: { ar: empty, en: empty },
  version: 0,
}

export async function readSharingSettings(db: TenantDatabase): Promise<SharingSettings> {
  const row = await db
    .selectFrom('sharing_settings')
    .select(['bank_accounts', 'link_days', 'accent', 'footer', 'templates', 'version'])
    .executeTakeFirst()
  if (!row) return usual
  const { templates, ...plain } = row as SharingSettings
  return { ...plain, templates: { ...usual.templates, ...templates } }
}

type Body = z.output<(typeof sharingSettingCalls)['update']['body']>

export async function saveSharingSettings(context: Context, body: Body): Promise<SharingSettings> {
  const { db, session } = context
  // The row of the organization is the turn of those who save at once.
  await db.selectFrom('organizations').select('organization_id').forUpdate().executeTakeFirstOrThrow()
  const stored = await readSharingSettings(db)
  if (body.version !== undefined && body.version !== stored.version) throw new Refusal('stale_version')
  const bank_accounts = body.bank_accounts.map(({ bank, holder, iban }) => ({ bank, holder: holder ?? null, iban }))
  // Customers pay to what is printed here.
  if (!sameAccounts(bank_accounts, stored.bank_accounts)) requireConfirmed(context)
  const values = {
    bank_accounts: JSON.stringify(bank_accounts),
    link_days: body.link_days,
    accent: body.accent === undefined ? stored.accent : body.accent,
    footer: body.footer === undefined ? stored.footer : body.footer,
    templates: JSON.stringify({ ar: filled(body.templates.ar), en: filled(body.templates.en) }),
    version: stored.version + 1,
  }
  await db
    .insertInto('sharing_settings')
    .values({ organization_id: session.organization_id, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
  return readSharingSettings(db)
}

type BankAccounts = SharingSettings['bank_accounts']
const sameAccounts = (one: BankAccounts, other: BankAccounts) =>
  one.length === other.length &&
  one.every(({ bank, holder, iban }, at) => {
    const also = other[at]
    return bank === also?.bank && holder === also.holder && iban === also.iban
  })

const filled = ({ subject, body }: Body['templates']['ar']) => ({ subject: subject ?? null, body: body || null })
