import { breakOneRow } from './break-one-row.ts'

const papersOf = ['invoice', 'advance_invoice', 'bill', 'credit_note', 'debit_note', 'supplier_credit']
const vouchers = ['income_payment', 'expense_payment', 'set_off']

/** Papers, e-documents and files that were removed or changed behind the books. */
export const paperBreaks = {
  '0060-issued-papers-are-there': [
    ...[...papersOf, ...vouchers].map((kind) => `DELETE FROM issued_papers WHERE kind = '${kind}'`),
    'DELETE FROM issued_papers WHERE attempt > 0',
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
