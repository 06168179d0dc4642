import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { documentCalls, documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import { useCan } from '../api/useCan.ts'
import { ManyActs } from '../many/ManyActs.tsx'
import { actOnMarked, exportMarked, issueWhereDue, type ManyAct, printMarked, sendMarked } from '../many/manyActs.ts'
import { WithoutEmail } from '../many/WithoutEmail.tsx'
import { paymentPath } from '../routes/paths.ts'
import type { Selection } from '../ui/list/selection/useSelection.ts'

type MarkedDocument = {
  id: number
  status: string
  is_void: boolean
  remaining_amount: number
  currency: { code: string }
  [name: string]: unknown
}
type DocumentActsProps = { side: Side; selection: Selection<MarkedDocument> }

/** What can be done with the marked documents of one side. */
export function DocumentActs({ side, selection }: DocumentActsProps) {
  const can = useCan()
  const { permissions, calls } = documents[side.document]
  const own = documentCalls[side.document]
  const kind = side.document
  const isDraft = ({ status }: MarkedDocument) => status === 'draft'
  const acts: (ManyAct<MarkedDocument> | false)[] = [
    can(permissions.update) && actOnMarked('confirm', own.confirm, isDraft),
    kind !== 'bill' && can(permissions.update) && sendMarked(kind, (rows) => <WithoutEmail kind={kind} rows={rows} />),
    can(permissions.read) &&
      printMarked(own.mergedPdf, kind === 'bill' ? undefined : ({ id }) => issueWhereDue(calls.read, own.issue, id)),
    (can(`export-${side.entity}`) || can(permissions.list)) && calls.export !== undefined && exportMarked(calls.export),
    can(permissions.delete) && actOnMarked('remove', calls.remove, isDraft),
  ]
  return (
    <>
      <ManyActs acts={acts} selection={selection} nameOf={(row) => String(row[side.numberField] ?? row.id)} />
      {can(`create-${side.payment.replace('_', '-')}`) && <PayInOne side={side} rows={selection.rows} />}
    </>
  )
}

function PayInOne({ side, rows }: { side: Side; rows: readonly MarkedDocument[] }) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const open = rows.filter(
    ({ remaining_amount, is_void, status }) => !is_void && status !== 'draft' && remaining_amount > 0,
  )
  const isOneVoucher = open.length > 0 && open.length === rows.length && isOfOneParty(side, open)
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={!isOneVoucher}
      title={isOneVoucher ? undefined : t('selection.one_party')}
      onClick={() =>
        void navigate({
          to: `${paymentPath(side)}/create`,
          search: { documents: open.map(({ id }) => id).join('.'), kind: side.document },
        })
      }
    >
      {t('selection.acts.pay')}
    </Button>
  )
}

/** A voucher has one party and one currency. */
function isOfOneParty(side: Side, rows: readonly MarkedDocument[]): boolean {
  const keyOf = (row: MarkedDocument) => `${(row[side.party] as { id: number } | undefined)?.id} ${row.currency.code}`
  return new Set(rows.map(keyOf)).size === 1
}
