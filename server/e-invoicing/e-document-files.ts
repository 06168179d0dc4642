import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import { mayBeHandedOver } from './shown-e-document.ts'

const xmlFile = (name: string, xml: string): AnswerFile => ({
  // A name goes into a header: what is not of its alphabet is in the XML itself.
  name: name.replace(/[^\w.-]/g, '-'),
  mimetype: 'application/xml',
  content: Buffer.from(xml, 'utf8'),
})

/** The bytes as they were stamped, or as the authority sent them back, for those who watch over the sending. */
export async function eDocumentXml({ db }: Context, id: number): Promise<AnswerFile> {
  const row = await db
    .selectFrom('e_documents')
    .select(['state', 'audience', 'file_name', sql<string>`coalesce(cleared_xml, xml)`.as('xml')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  // A rejected one cannot be taken for an invoice: its bytes show what was wrong.
  if (row.state !== 'rejected') requireHandedOver(row)
  return xmlFile(row.file_name, row.xml)
}

/** The XML of a document that may be handed over. */
export async function handedOverXml({ db }: Context, kind: string, id: number): Promise<{ name: string; xml: string }> {
  const document = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!document) throw new Refusal('not_found')
  const row = await db
    .selectFrom('e_documents')
    .select(['state', 'audience', 'file_name', sql<string>`coalesce(cleared_xml, xml)`.as('xml')])
    .where('document_id', '=', id)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new Refusal('e_invoice_not_issued')
  requireHandedOver(row)
  return { name: row.file_name, xml: row.xml }
}

/** No way leads out of the house for what the authority has not cleared, or has rejected. */
export function requireHandedOver(document: { state: string; audience: string }): void {
  if (document.state === 'rejected') throw new Refusal('e_invoice_rejected')
  if (document.state === 'cleared_without_xml') throw new Refusal('e_invoice_xml_missing')
  if (!mayBeHandedOver(document)) throw new Refusal('e_invoice_not_cleared')
}

export const documentXml = async (context: Context, kind: string, id: number): Promise<AnswerFile> => {
  const { name, xml } = await handedOverXml(context, kind, id)
  return xmlFile(name, xml)
}
