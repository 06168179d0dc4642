import { sql } from 'kysely'
import type { EInvoiceFacts } from '#contract/e-invoice-mapping/e-invoice-source.ts'
import type { Context } from '#server/core/context.ts'

/** A separate query, so that it can run with the others. */
export async function loadEInvoiceFacts({ db, session }: Context, id: number): Promise<EInvoiceFacts> {
  const own = session.organization_id
  const { rows } = await sql<EInvoiceFacts>`
    SELECT
      coalesce((SELECT number FROM documents AS original WHERE original.organization_id = ${own} AND original.id = document.reference_id),
        document.reference_number) AS reference,
      coalesce((SELECT json_agg(json_build_object('line_number', line.line_number, 'code', product.code, 'unit', unit.code)
          ORDER BY line.line_number)
        FROM document_lines AS line
        JOIN products AS product ON product.organization_id = ${own} AND product.id = line.product_id
        LEFT JOIN product_units AS stated ON stated.organization_id = ${own} AND stated.id = line.product_unit_id
        JOIN units AS unit ON unit.organization_id = ${own} AND unit.id = coalesce(stated.unit_id, product.unit_id)
        WHERE line.organization_id = ${own} AND line.document_id = document.id), '[]') AS rows,
      coalesce((SELECT json_agg(json_build_object('number', advance.number, 'date', coalesce(stamped.issue_date, advance.document_date),
          'time', stamped.issue_time, 'uuid', stamped.uuid, 'category', charged.category, 'rate', charged.rate::text,
          'exemption_code', charged.exemption_code) ORDER BY taken.line_number)
        FROM advance_deductions AS taken
        JOIN documents AS advance ON advance.organization_id = ${own} AND advance.id = taken.advance_id
        JOIN document_taxes AS charged ON charged.organization_id = ${own} AND charged.document_id = advance.id
        LEFT JOIN e_documents AS stamped ON stamped.organization_id = ${own} AND stamped.document_id = advance.id AND stamped.state <> 'rejected'
        WHERE taken.organization_id = ${own} AND taken.invoice_id = document.id), '[]') AS advances
    FROM documents AS document
    WHERE document.organization_id = ${own} AND document.id = ${id}`.execute(db)
  return rows[0] as EInvoiceFacts
}
