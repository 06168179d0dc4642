import type { DeliveryOutcome, Handler, StoredMessage } from '#server/outbox/outbox.ts'
import type { Mail, MailFailure, Message } from './mail.ts'

/** SMTP's refusals for good: the mailbox or the message is refused, not the moment. */
const isFinal = ({ responseCode }: MailFailure): boolean =>
  responseCode !== undefined && responseCode >= 550 && responseCode < 560

/** Mail is sent through the outbox. After a crash while sending it is unknown whether it left. A person decides: it is never sent twice. */
export const mailHandler = (mail: Mail): Handler => ({
  afterCrash: 'ask',
  deliver: (organizationId, message) =>
    deliverMail(mail, { ...(message.payload as Message), identity: identityOf(organizationId, message) }),
})

/** The message of the outbox that a mail is: however often it is sent, it is the same mail. */
export const identityOf = (organizationId: number, { kind, key }: Pick<StoredMessage, 'kind' | 'key'>): string =>
  `${organizationId} ${kind} ${key}`

/** One attempt. A server that took the message and never answered may have accepted it. */
export async function deliverMail(mail: Mail, message: Message): Promise<DeliveryOutcome> {
  try {
    const { refused } = await mail.send(message)
    return { state: 'sent', ...(refused.length > 0 && { remark: `refused: ${refused.join(', ')}` }) }
  } catch (error) {
    const failure = error as MailFailure
    const reason = String(error)
    if (isFinal(failure)) return { state: 'failed', error: reason }
    return { state: failure.isHandedOver && failure.responseCode === undefined ? 'unknown' : 'retry', error: reason }
  }
}
