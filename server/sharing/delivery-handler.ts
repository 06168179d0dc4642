import { sharedKinds } from '#contract/sharing/shared-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { systemContext } from '#server/core/system-context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { handedOverXml } from '#server/e-invoicing/e-document-files.ts'
import { pdfFile } from '#server/http/pdf-file.ts'
import type { MailAttachment, Message } from '#server/mail/mail.ts'
import { deliverMail, identityOf } from '#server/mail/mail-handler.ts'
import type { DeliveryOutcome, Handler } from '#server/outbox/outbox.ts'
import { stoppedOf } from '#server/outside-mail/allow-outside-mail.ts'
import { stopLinks } from '#server/outside-mail/stop-link.ts'
import type { DeliveryPayload } from './create-delivery.ts'
import { printSharedPaper, readSharedPaper } from './shared-paper.ts'

/** States that change by themselves: the authority's answer is pending. */
const passing: readonly string[] = ['e_invoice_not_issued', 'e_invoice_not_cleared', 'e_invoice_xml_missing']
const clearance_ms = 15_000

/** Sends a paper by mail: typeset when it leaves, so that what was voided meanwhile stays here. */
export const deliveryHandler = (services: () => Services): Handler => ({
  afterCrash: 'ask',
  async deliver(organizationId, stored) {
    try {
      const message = await composeMail(services(), organizationId, stored.payload as DeliveryPayload)
      return await deliverMail(services().mail, { ...message, identity: identityOf(organizationId, stored) })
    } catch (error) {
      if (error instanceof Refusal) return refusedOutcome(error)
      throw error
    }
  },
})

const refusedOutcome = ({ code }: Refusal): DeliveryOutcome =>
  passing.includes(code) ? { state: 'retry', error: code, after_ms: clearance_ms } : { state: 'failed', error: code }

async function composeMail(services: Services, organizationId: number, payload: DeliveryPayload): Promise<Message> {
  const { files, ...message } = await inTenant(services.pool, organizationId, 'snapshot', async (db) =>
    gather(await systemContext(services, db, organizationId), payload),
  )
  const attachments: MailAttachment[] = []
  for (const { name, mimetype, content } of files)
    attachments.push({
      filename: name,
      contentType: mimetype,
      content: typeof content === 'function' ? await content() : content,
    })
  return { ...message, attachments }
}

/** Reads what the mail needs in one snapshot. Typesetting comes after the transaction. */
async function gather(context: Context, { delivery_id, text }: DeliveryPayload) {
  const { db, services } = context
  const row = await db.selectFrom('deliveries').selectAll().where('id', '=', delivery_id).executeTakeFirstOrThrow()
  const kind = sharedKinds.find(({ name }) => name === row.kind)
  if (!kind) throw new Refusal('not_found')
  const key = { kind, id: row.record_id, days: { from: row.from_day, to: row.to_day } }
  const language = row.language === 'en' ? 'en' : 'ar'
  const paper = await readSharedPaper(context, key)
  if (paper.state === 'void') throw new Refusal('document_void')
  if (row.is_reminder && paper.state === 'paid') throw new Refusal('reminder_paid')
  const printed = await printSharedPaper({ ...context, language }, key)
  const xml = row.with_xml && paper.has_xml ? await handedOverXml(context, kind.name, key.id) : null
  const { email } = await db.selectFrom('organizations').select('email').executeTakeFirstOrThrow()
  const all = row.recipients as string[]
  // Who asked for no mail since it was stored gets none.
  const stopped = new Set(await stoppedOf(db, all))
  const to = all.filter((address) => !stopped.has(address))
  if (to.length === 0) throw new Refusal('mail_stopped')
  const stop = stopLinks(services, context.session.organization_id, { of: 'delivery', id: delivery_id }, all.length)
  return {
    to,
    subject: row.subject ?? paper.number,
    text: `${text}\n\n${services.words.say(language, 'sharing:stop_mail', { organization: paper.seller.name, link: stop.page })}`,
    stop,
    from_name: paper.seller.name,
    reply_to: email,
    files: [
      pdfFile(context, printed),
      ...(xml
        ? [
            {
              name: xml.name.replace(/[^\w.-]/g, '-'),
              mimetype: 'application/xml',
              content: Buffer.from(xml.xml, 'utf8'),
            },
          ]
        : []),
    ],
  }
}
