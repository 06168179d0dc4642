import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { PdfPaper } from './paper.ts'

/** How the papers of the organization look. */
export async function letterheadOf(db: TenantDatabase): Promise<Pick<PdfPaper, 'accent' | 'footer'>> {
  const row = await db.selectFrom('sharing_settings').select(['accent', 'footer']).executeTakeFirst()
  return { ...(row?.accent && { accent: row.accent }), ...(row?.footer && { footer: row.footer }) }
}
