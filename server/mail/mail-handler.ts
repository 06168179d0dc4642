import type { Handler } from '#server/outbox/outbox.ts'
import type { Mail, Message } from './mail.ts'

/** SMTP's refusals for good: the mailbox or the message is refused, not the moment. */
const isFinal = (error: unknown): boolean => {
  const { responseCode } = error as { responseCode?: number }
  return responseCode !== undefined && responseCode >= 550 && responseCode < 560
}

/** Mail is sent through the outbox. After a crash while sending it is unknown whether it left. A person decides: it is never sent twice. */
export const mailHandler = (mail: Mail): Handler => ({
  afterCrash: 'ask',
  deliver: async (_organizationId, { payload }) => {
    try {
      await mail.send(payload as Message)
      return { state: 'sent' }
    } catch (error) {
      return { state: isFinal(error) ? 'failed' : 'retry', error: String(error) }
    }
  },
})
