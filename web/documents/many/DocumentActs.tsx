import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import { useCan } from '../../api/useCan.ts'
import { loadWords } from '../../i18n/i18n.ts'
import { paymentPath } from '../../routes/paths.ts'
import type { Selection } from '../../ui/list/selection/useSelection.ts'
import type { ManyAct, ManyRow } from './acts.ts'

const ManyDialog = lazy(async () => {
  await loadWords(['sharing'])
  return { default: (await import('./ManyDialog.tsx')).ManyDialog }
})

type DocumentActsProps = { side: Side; selection: Selection<ManyRow> }

/** Actions for selected documents: each runs separately and reports its result. */
export function DocumentActs({ side, selection }: DocumentActsProps) {
  const { t } = useTranslation('common')
  const can = useCan()
  const navigate = useNavigate()
  const [act, setAct] = useState<ManyAct | null>(null)
  const { permissions } = documents[side.document]
  const { rows } = selection
  const open = rows.filter(
    ({ remaining_amount, is_void, status }) => !is_void && status !== 'draft' && remaining_amount > 0,
  )
  const isOneVoucher = open.length > 0 && open.length === rows.length && isOfOneParty(side, open)
  const offered: [ManyAct, boolean][] = [
    ['confirm', can(permissions.update) && rows.some(({ status }) => status === 'draft')],
    ['send', side.document !== 'bill' && can(permissions.update)],
    ['print', can(permissions.read)],
    ['export', can(`export-${side.entity}`) || can(permissions.list)],
  ]
  const pay = () =>
    void navigate({
      to: `${paymentPath(side)}/create`,
      search: { documents: open.map(({ id }) => id).join('.'), kind: side.document } as never,
    })
  return (
    <>
      {offered.map(
        ([name, isOffered]) =>
          isOffered && (
            <Button key={name} size="compact-sm" variant="default" onClick={() => setAct(name)}>
              {t(`selection.acts.${name}`)}
            </Button>
          ),
      )}
      {can(`create-${side.payment.replace('_', '-')}`) && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={!isOneVoucher}
          title={isOneVoucher ? undefined : t('selection.one_party')}
          onClick={pay}
        >
          {t('selection.acts.pay')}
        </Button>
      )}
      <Suspense>{act && <ManyDialog side={side} act={act} rows={rows} onClose={() => setAct(null)} />}</Suspense>
    </>
  )
}

/** A voucher has one party and one currency. */
function isOfOneParty(side: Side, rows: readonly ManyRow[]): boolean {
  const keyOf = (row: ManyRow) => `${(row[side.party] as { id: number } | undefined)?.id} ${row.currency.code}`
  return new Set(rows.map(keyOf)).size === 1
}
