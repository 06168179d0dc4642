import { Link } from '@tanstack/react-router'
import type { Side } from '#contract/documents/sides.ts'
import { paymentPath } from '../../routes/paths.ts'
import { Amount } from '../../ui/cells/Amount.tsx'
import { Num } from '../../ui/cells/Num.tsx'
import type { DocumentRecord } from '../DocumentForm.tsx'

/** The payments of a document, each leading to the voucher that is opened to take it off. */
export function PaymentsOfDocument({
  side,
  record,
}: {
  side: Side
  record: Pick<DocumentRecord, 'payments' | 'currency'>
}) {
  return record.payments.map((payment) => (
    <li key={`payment-${payment.id}`}>
      <Link to={`${paymentPath(side)}/${payment.id}/view`} className="link">
        <Num>{payment.payment_number}</Num>
      </Link>
      <Num>{payment.payment_date}</Num>
      <Amount value={payment.amount} currency={record.currency} />
    </li>
  ))
}
