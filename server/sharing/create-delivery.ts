import type { Delivery, DeliveryInput, SendingStart } from '#contract/sharing/deliveries.ts'
import { type SharedKind, sharedKinds } from '#contract/sharing/shared-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { markIssued } from '#server/documents/issuing/mark-issued.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { sendQuotation } from '#server/orders/act-on-order.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import { allowOutsideMail } from '#server/outside-mail/allow-outside-mail.ts'
import { linkOf, newLinkToken } from './link.ts'
import { readDelivery } from './read-deliveries.ts'
import { filledWords, sendingWords, withLink } from './sending-words.ts'
import { readSharedPaper } from './shared-paper.ts'
import type { PaperKey, SharedPaper } from './shared-paper-facts.ts'
import { readSharingSettings } from './sharing-settings.ts'

const day_ms = 86_400_000
/** The outbox payload of a delivery: the text with its link, which is stored nowhere else. */
export type DeliveryPayload = { delivery_id: number; text: string }

/** Initial values of the send sheet. */
export async function startSending(context: Context, key: PaperKey): Promise<SendingStart> {
  const { db, services } = context
  const [paper, settings] = await Promise.all([readSharedPaper(context, key), readSharingSettings(db)])
  requireSendable(paper)
  const party = await db
    .selectFrom('parties')
    .select(['email', 'mobile', 'phone'])
    .where('id', '=', paper.party_id)
    .executeTakeFirstOrThrow()
  const words = (language: 'ar' | 'en') => sendingWords(context, key.kind.name, paper, settings, language)
  return {
    kind: paper.named ?? key.kind.name,
    number: paper.number,
    party: paper.party.name,
    party_en: paper.party.name_en,
    email: party.email,
    phone: party.mobile ?? party.phone,
    can_mail: services.config.smtpUrl !== undefined,
    has_xml: paper.has_xml,
    words: { ar: words('ar'), en: words('en') },
  }
}

/** Issues the paper, gives it a link of its own, and puts its mail into the outbox. */
export async function createDelivery(context: Context, key: PaperKey, input: DeliveryInput): Promise<Answer> {
  const { services } = context
  const paper = await readSharedPaper(context, key)
  requireSendable(paper)
  const addressed = input.channel === 'mail' ? await addressMail(context, paper, input) : input
  const issued = paper.is_tax_invoice ? await issue(context, key) : null
  if (key.kind.name === 'quotation') await sendQuotation(context, key.id)
  const { delivery, token } = await storeDelivery(context, key, paper, addressed)
  const link = input.channel === 'mail' ? null : linkOf(services, token)
  // The link is in this one answer: the stored answer of a repeated request has none.
  const data: Delivery = { ...delivery, link: null }
  const after = async () => {
    await issued?.after?.()
    services.outbox.wake()
    return { ...data, link }
  }
  return { data, after }
}

/** A mail about a paper that was issued before. Answers its delivery. */
export async function createReminder(
  context: Context,
  key: PaperKey,
  language: 'ar' | 'en',
  template: { subject: string; body: string },
): Promise<number> {
  const paper = await readSharedPaper(context, key)
  requireSendable(paper)
  const words = filledWords(context, key.kind.name, paper, language, template)
  const input = await addressMail(context, paper, { channel: 'mail', language, ...words })
  const { delivery } = await storeDelivery(context, key, paper, input, true)
  return delivery.id
}

/** The statement of a customer over some days, in the usual words. Answers its delivery. */
export async function createStatement(
  context: Context,
  customer: number,
  days: { from: string; to: string },
  language: 'ar' | 'en',
): Promise<number> {
  const kind = sharedKinds.find(({ name }) => name === 'customer_statement') as SharedKind
  const key: PaperKey = { kind, id: customer, days }
  const paper = await readSharedPaper(context, key)
  const input = await addressMail(context, paper, { channel: 'mail', language, ...days })
  const { delivery } = await storeDelivery(context, key, paper, input)
  return delivery.id
}

function requireSendable({ is_draft, state }: SharedPaper): void {
  if (is_draft) throw new Refusal('document_not_posted')
  if (state === 'void') throw new Refusal('document_void')
}

/** The given recipients, or the party's address. */
async function addressMail(context: Context, paper: SharedPaper, input: DeliveryInput): Promise<DeliveryInput> {
  const { db, services } = context
  if (services.config.smtpUrl === undefined) throw new Refusal('mail_not_set_up', { field: 'channel' })
  const party = input.recipients
    ? undefined
    : await db.selectFrom('parties').select('email').where('id', '=', paper.party_id).executeTakeFirst()
  const recipients = input.recipients ?? (party?.email ? [party.email] : [])
  if (recipients.length === 0) throw new Refusal('party_without_email', { field: 'recipients' })
  await allowOutsideMail(context, recipients, 'recipients')
  return { ...input, recipients }
}

/** A paper may be sent in any version: it is issued as it is now. */
const issue = (context: Context, { kind, id }: PaperKey): Promise<Answer> =>
  markIssued(context, kind.name, { params: { id }, body: {} }, async () => null)

async function storeDelivery(
  context: Context,
  { kind, id }: PaperKey,
  paper: SharedPaper,
  input: DeliveryInput,
  is_reminder = false,
) {
  const { db, session, services } = context
  const { channel, language } = input
  const settings = await readSharingSettings(db)
  const usual = sendingWords(context, kind.name, paper, settings, language)
  const { token, token_hash } = newLinkToken(session.organization_id)
  const isMail = channel === 'mail'
  const body = input.body || usual.body
  const { id: delivery_id } = await db
    .insertInto('deliveries')
    .values({
      kind: kind.name,
      record_id: id,
      channel,
      language,
      token_hash,
      is_reminder,
      // Stated explicitly: on another day the link shows the same dates.
      from_day: paper.days?.from ?? null,
      to_day: paper.days?.to ?? null,
      recipients: isMail ? (input.recipients ?? []) : [],
      subject: isMail ? (input.subject ?? usual.subject) : null,
      body: isMail ? body : null,
      with_xml: isMail && (input.with_xml ?? true) && paper.is_tax_invoice,
      expires_at: new Date(services.clock.now().getTime() + settings.link_days * day_ms),
      created_by: session.user_id || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isMail) {
    const payload: DeliveryPayload = { delivery_id, text: withLink(body, linkOf(services, token)) }
    await enqueue(db, session.organization_id, { kind: 'delivery', key: String(delivery_id), payload })
  }
  return { delivery: await readDelivery(context, { kind, id }, delivery_id), token }
}
