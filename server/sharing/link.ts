import { hash, randomBytes } from 'node:crypto'
import type { Services } from '#server/core/services.ts'

/** The organization in front only tells where to look: the 256 random bits prove that the reader has the link. */
export function newLinkToken(organizationId: number): { token: string; token_hash: Buffer } {
  const token = `${organizationId}-${randomBytes(32).toString('base64url')}`
  return { token, token_hash: hashLink(token) }
}

export const hashLink = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The host comes from the configuration, never from a header of the request. */
export const linkOf = ({ config }: Services, token: string): string => `${config.publicUrl}/p/${token}`
