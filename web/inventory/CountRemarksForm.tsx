import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stockCounts } from '#contract/counts.ts'
import { RemarksForm } from '../accounting-ui/RemarksForm.tsx'
import { UnlockLink } from '../accounting-ui/UnlockLink.tsx'
import type { RecordOf } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { localName } from '../i18n/localName.ts'
import { countsPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { useRecordForm } from '../ui/form/useRecordForm.ts'

type CountRemarksFormProps = { count: RecordOf<typeof stockCounts>; values: Values; why: string }

/** The notes of a count whose period is closed; what was found is read on its page. */
export function CountRemarksForm({ count, values, why }: CountRemarksFormProps) {
  const { t } = useTranslation(['catalog', 'common'])
  const { currency } = useUser().organization
  const navigate = useNavigate()
  const back = () => void navigate({ to: `${countsPath}/${count.id}/view` })
  const form = useRecordForm({ resource: stockCounts, id: count.id, values, onSaved: back })
  const word = (name: string) => t(`fields.stock_count.${name}`)
  return (
    <RemarksForm
      title={t('counts.edit_notes')}
      form={form}
      onBack={back}
      section={t('common:fields.notes')}
      why={
        <>
          {t(`counts.${why}`)} <UnlockLink why={why} />
        </>
      }
      facts={[
        [word('number'), <Num key="number">{count.number}</Num>],
        [word('count_date'), <Num key="date">{count.count_date}</Num>],
        [word('branch'), <bdi key="branch">{localName(count.branch)}</bdi>],
        [word('value'), <Amount key="value" value={count.value} currency={currency} />],
      ]}
    />
  )
}
