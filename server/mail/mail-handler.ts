import type { Handler } from '#server/outbox/outbox.ts'
import type { Mail, Message } from './mail.ts'

/** SMTP's refusals for good: the mailbox or the message is refused, not the moment. */
const isFinal = (error: unknown): boolean => {
  const { responseCode } = error as { responseCode?: number }
  return responseCode !== undefined && responseCode >= 550 && responseCode < 560
}

/** Mail leaves through the outbox. After a crash while sending nobody knows whether it left: a person decides, never a second mail. */
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
