import type { Context } from '#server/core/context.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import { eInvoicingAttention } from './attention.ts'
import { unissued } from './unissued.ts'

/** A certificate is announced when so many days are left, once each. */
const alarmDays = [7, 30, 60]

/**
 * Mails the owners what e-invoicing waits for: documents that the rules or the authority refused and missing answers once a day, the end of a certificate once at each
 * alarm. Repeating it on the same day stores nothing. The words are Arabic first, then English: the system does not know the reader's language.
 */
export async function mailAttention(context: Context): Promise<void> {
  const { db, services, session, today } = context
  const { rejected_e_invoices, waiting_e_invoices, certificate_days } = await eInvoicingAttention(context)
  const { length: refused } = await unissued(context)
  const alarm = certificate_days === null ? undefined : alarmDays.find((days) => certificate_days <= days)
  const isUrgent = refused > 0 || rejected_e_invoices > 0 || waiting_e_invoices > 0 || (certificate_days ?? 1) <= 0
  if (!isUrgent && alarm === undefined) return
  const { name } = await db.selectFrom('organizations').select('name').executeTakeFirstOrThrow()
  const unit = await db
    .selectFrom('e_invoice_units')
    .select('valid_to')
    .where('state', '=', 'live')
    .orderBy('valid_to')
    .executeTakeFirst()
  const link = `${services.config.publicUrl}/sales/e-invoicing`
  const textIn = (language: 'ar' | 'en') => {
    const say = (key: string, params: Record<string, unknown>) =>
      services.words.say(language, `eInvoicing:mail.attention.${key}`, params)
    return [
      refused > 0 && say('refused', { number: refused }),
      rejected_e_invoices > 0 && say('rejected', { number: rejected_e_invoices }),
      waiting_e_invoices > 0 && say('waiting', { number: waiting_e_invoices }),
      certificate_days !== null && say(certificate_days > 0 ? 'certificate' : 'expired', { days: certificate_days }),
      say('link', { link }),
    ]
  }
  const text = [...textIn('ar'), '', ...textIn('en')].filter((line) => line !== false).join('\n')
  const subject = services.words.say('ar', 'eInvoicing:mail.attention.subject', { organization: name })
  const key = isUrgent ? today : `${unit?.valid_to?.toISOString()} ${alarm}`
  const owners = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_owner', '=', true)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .execute()
  for (const { id, email } of owners)
    await enqueue(db, session.organization_id, {
      kind: 'mail',
      key: `e_invoicing_attention:${id} ${key}`,
      payload: { to: email, subject, text },
    })
}
