import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import type { StopLinks } from '#server/mail/mail.ts'
import { VaultClosed } from '#server/vault/vault.ts'

/** What a mail to a person outside was about: the record knows the addresses. */
export type StopSubject = { of: 'delivery' | 'invitation' | 'user'; id: number }

/** `<organisation>-<sealed>`: nothing is stored, and only this server makes one. */
export function stopLinks({ config, vault }: Services, organization: number, subject: StopSubject, recipients: number) {
  const sealed = vault.seal(organization, JSON.stringify([subject.of, subject.id])).toString('base64url')
  const token = `${organization}-${sealed}`
  const links: StopLinks = { page: `${config.publicUrl}/stop/${token}` }
  return recipients === 1 ? { ...links, oneClick: `${config.publicUrl}/api/mail-stops/${token}` } : links
}

/** The organization and the subject of a link; refused where we did not make it. */
export function openStopLink({ vault }: Services, token: string): { organization: number; subject: StopSubject } {
  const [, organization = '0', sealed = ''] = /^([1-9]\d{0,14})-([\w-]{40,90})$/.exec(token) ?? []
  try {
    const [of, id] = JSON.parse(vault.open(Number(organization), Buffer.from(sealed, 'base64url'))) as [string, number]
    if (of === 'delivery' || of === 'invitation' || of === 'user')
      return { organization: Number(organization), subject: { of, id } }
  } catch (error) {
    if (!(error instanceof VaultClosed || error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
  throw new Refusal('not_found')
}
