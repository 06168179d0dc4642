import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { PdfPaper } from './paper.ts'

/** The stored image behind a path of `/api/files/…`. Undefined if it was deleted. */
export async function logoOf(db: TenantDatabase, path: string | null): Promise<PdfPaper['logo']> {
  const name = path?.split('/').at(-1)
  if (!name) return undefined
  const file = await db.selectFrom('stored_files').select('content').where('name', '=', name).executeTakeFirst()
  return file && { bytes: file.content, format: 'webp' }
}
