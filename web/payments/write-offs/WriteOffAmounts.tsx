import { useTranslation } from 'react-i18next'
import { fieldOf, type Side } from '#contract/documents/sides.ts'
import { paymentCalls } from '#contract/payments.ts'
import { UndoOnDate } from '../../accounting-ui/UndoOnDate.tsx'
import { useCan } from '../../api/useCan.ts'
import type { DocumentRecord } from '../../documents/DocumentForm.tsx'
import { localName } from '../../i18n/localName.ts'
import { Amount } from '../../ui/cells/Amount.tsx'
import { Num } from '../../ui/cells/Num.tsx'

type Party = { name: string; name_en: string | null } | undefined
type WrittenOffProps = {
  side: Side
  record: Pick<DocumentRecord, 'id' | 'write_offs' | 'currency'>
  number: string
}

/** The write-offs of a document, with a reversal for permitted users. */
export function WriteOffAmounts({ side, record, number }: WrittenOffProps) {
  const { t } = useTranslation('payments')
  const can = useCan()
  const party = fieldOf<Party>(record, side.party)
  return record.write_offs.map((row) => (
    <li key={`write-off-${row.id}`}>
      <span>{t('write_off.one')}</span>
      <Num>{row.write_off_date}</Num>
      <Amount value={row.amount} currency={record.currency} />
      {row.reason && <bdi>{row.reason}</bdi>}
      {can(`write-off-${side.entity}`) && (
        <UndoOnDate
          call={paymentCalls[side.name].voidWriteOff}
          params={{ id: record.id, write_off_id: row.id }}
          send={(date) => ({ query: { date } })}
          laterDay={t('write_off.later_day')}
          label={t('write_off.undo')}
          named={t('write_off.undo_named', { date: row.write_off_date })}
          question={t('write_off.ask')}
          facts={[
            ...(party ? [[t('advance.party'), <bdi key="party">{localName(party)}</bdi>] as const] : []),
            [t('write_off.of'), <Num key="of">{number}</Num>],
            [t('write_off.date'), <Num key="date">{row.write_off_date}</Num>],
            [t('advance.amount'), <Amount key="amount" value={row.amount} currency={record.currency} />],
          ]}
        />
      )}
    </li>
  ))
}
