import type { Context } from '#server/core/context.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import { readOpenWork } from './attention.ts'
import { daysUntil } from './settings.ts'

/** A certificate is announced when so many days are left, once each. */
const alarmDays = [0, 7, 30, 60]

type Params = Record<string, string | number>
/** `lines` are keys of `eInvoicing:mail.attention`. The same `key` is mailed once. */
type AttentionMail = { key: string; lines: [string, Params][] }

/**
 * Mails the owners what e-invoicing needs from them: open documents once a day, the end of a certificate once at each alarm. `refused` counts the
 * documents that the rules refused to issue. Arabic first, then English: the system does not know the reader's language.
 */
export async function mailAttention(context: Context, refused: number): Promise<void> {
  const mails = await attentionMails(context, refused)
  if (mails.length === 0) return
  const { db, services, session } = context
  const { name } = await db.selectFrom('organizations').select('name').executeTakeFirstOrThrow()
  const owners = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_owner', '=', true)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .execute()
  const subject = services.words.say('ar', 'eInvoicing:mail.attention.subject', { organization: name })
  for (const { key, lines } of mails)
    for (const { id, email } of owners)
      await enqueue(db, session.organization_id, {
        kind: 'mail',
        key: `e_invoicing_attention:${id} ${key}`,
        payload: { to: email, subject, text: bilingualText(context, lines) },
      })
}

async function attentionMails(context: Context, refused: number): Promise<AttentionMail[]> {
  const { rejected, waiting, xml_missing, valid_to } = await readOpenWork(context)
  const counted = Object.entries({ refused, rejected, waiting, xml_missing }).filter(([, number]) => number > 0)
  const work = counted.map(([line, number]): [string, Params] => [line, { number }])
  const days = valid_to && daysUntil(valid_to, context.services.clock.now())
  const alarm = days === null ? undefined : alarmDays.find((limit) => days <= limit)
  return [
    ...(work.length > 0 ? [{ key: context.today, lines: work }] : []),
    ...(valid_to && days !== null && alarm !== undefined
      ? [{ key: `${valid_to.toISOString()} ${alarm}`, lines: [certificateLine(days)] }]
      : []),
  ]
}

const certificateLine = (days: number): [string, Params] => (days > 0 ? ['certificate', { days }] : ['expired', {}])

function bilingualText({ services }: Context, lines: [string, Params][]): string {
  const link: [string, Params] = ['link', { link: `${services.config.publicUrl}/sales/e-invoicing` }]
  const textIn = (language: 'ar' | 'en') =>
    [...lines, link].map(([line, params]) => services.words.say(language, `eInvoicing:mail.attention.${line}`, params))
  return [...textIn('ar'), '', ...textIn('en')].join('\n')
}
