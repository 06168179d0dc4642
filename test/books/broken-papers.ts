import { idOf, type Organization, today } from '../harness/organization.ts'
import { breakOneRow } from './break-one-row.ts'

const papersOf = ['invoice', 'advance_invoice', 'bill', 'credit_note', 'debit_note', 'supplier_credit']
const vouchers = ['income_payment', 'expense_payment', 'set_off']

/** A credit note of an invoice of another system. */
export async function noteElsewhere(owner: Organization): Promise<void> {
  await idOf(
    owner.post('/credit-notes', {
      customer_id: owner.ids.customer,
      branch_id: owner.ids.branch,
      currency_id: owner.ids.currency,
      note_date: today(),
      reference_number: 'OLD-17',
      reference_date: today(),
      reason: 'خصم متفق عليه',
      reason_code: 'value_amended',
      tax_id: owner.ids.tax,
      items: [{ product_id: owner.ids.service, quantity: 1, price: 10, tax_rate: 15 }],
    }),
  )
}

/** Papers, e-documents and files that were removed or changed behind the books. */
export const paperBreaks = {
  '0060-issued-papers-are-there': [
    ...[...papersOf, ...vouchers].map((kind) => `DELETE FROM issued_papers WHERE kind = '${kind}'`),
    'DELETE FROM issued_papers WHERE attempt > 0',
    'DELETE FROM issued_papers WHERE record_id IN (SELECT id FROM documents WHERE reference_number IS NOT NULL)',
  ],
  '0049-stored-bytes-have-their-checksums': [
    breakOneRow('issued_papers', `paper = paper || '{"x": 1}'`, 'true'),
    breakOneRow('e_documents', "xml = xml || ' '", 'true'),
    breakOneRow('e_documents', "qr = qr || ' '", 'true'),
    breakOneRow('e_documents', "cleared_xml = coalesce(cleared_xml, '') || ' '", 'true'),
    "INSERT INTO attachments (organization_id, source, source_id, name, mimetype, size, content) SELECT organization_id, 'invoice', 1, 'a', 'application/pdf', 1, '\\x00' FROM organizations LIMIT 1",
    "INSERT INTO stored_files (organization_id, name, mimetype, content) SELECT organization_id, 'a', 'image/png', '\\x00' FROM organizations LIMIT 1",
    "INSERT INTO import_files (organization_id, import_id, content) SELECT organization_id, 1, '\\x00' FROM organizations LIMIT 1",
  ],
}
