import type { Side } from '#contract/documents/sides.ts'
import { mergedPaperCalls } from '#contract/paper/paper-calls.ts'
import { payments } from '#contract/payments.ts'
import { deliveryCalls } from '#contract/sharing/deliveries.ts'
import { useCan } from '../api/useCan.ts'
import { ManyActs } from '../many/ManyActs.tsx'
import { exportMarked, type ManyAct, printMarked, sendMarked } from '../many/manyActs.ts'
import { WithoutEmail } from '../many/WithoutEmail.tsx'
import type { Selection } from '../ui/list/selection/useSelection.ts'

type MarkedPayment = { id: number; payment_number: string }

/** What can be done with the marked vouchers of one side. */
export function PaymentActs({ side, selection }: { side: Side; selection: Selection<MarkedPayment> }) {
  const can = useCan()
  const { calls, permissions } = payments[side.name]
  const { payment } = side
  const acts: (ManyAct<MarkedPayment> | false)[] = [
    can(...deliveryCalls[payment].create.admission) &&
      sendMarked(payment, (rows) => <WithoutEmail kind={payment} rows={rows} />),
    can(...mergedPaperCalls[payment].admission) && printMarked(mergedPaperCalls[payment]),
    can(permissions.list) && calls.export !== undefined && exportMarked(calls.export),
  ]
  return <ManyActs acts={acts} selection={selection} nameOf={({ payment_number }) => payment_number} />
}
