import { useTranslation } from 'react-i18next'
import { type AssetRecord, assetCalls, disposalWays } from '#contract/assets/assets.ts'
import { chartCalls } from '#contract/chart.ts'
import { invoices } from '#contract/documents/documents.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useCan } from '../api/useCan.ts'
import { PreviewButton } from '../preview/PreviewButton.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { today } from '../ui/today.ts'

const money = { purpose: 'money' }

/** An asset leaves: sold by an invoice or to an account, or scrapped; all of it or a part of its cost. */
export function DisposalDrawer({ asset, onClose }: { asset: AssetRecord; onClose: () => void }) {
  const { t } = useTranslation('assets')
  return (
    <ActionDrawer
      title={t('dispose_title')}
      call={assetCalls.dispose}
      params={{ id: asset.id }}
      values={{
        date: today(),
        how: 'sold',
        paid_by: 'invoice',
        document_id: '',
        account_id: '',
        proceeds: '',
        cost: '',
        reason: '',
      }}
      toBody={({ paid_by, document_id, account_id, proceeds, ...rest }) => ({
        ...rest,
        proceeds: rest.how === 'sold' ? proceeds : '',
        document_id: rest.how === 'sold' && paid_by === 'invoice' ? document_id : '',
        account_id: rest.how === 'sold' && paid_by === 'account' ? account_id : '',
      })}
      saveLabel={t('actions.dispose')}
      actionsOf={(form) => (
        <PreviewButton
          form={form}
          call={assetCalls.disposePreview}
          params={{ id: asset.id }}
          saveLabel={t('actions.dispose')}
        />
      )}
      onClose={onClose}
    >
      <p>{t('dispose_detail')}</p>
      <DateField name="date" />
      <ChoiceField name="how" choices={disposalWays.map((value) => ({ value, label: t(`ways.${value}`) }))} />
      <Proceeds />
      <NumberField name="cost" description={t('hints.part')} />
      <TextareaField name="reason" rows={2} />
    </ActionDrawer>
  )
}

function Proceeds() {
  const { t } = useTranslation('assets')
  const can = useCan()
  const { form } = useFormScope()
  const [how, paid_by] = [useWatched(form, 'how'), useWatched(form, 'paid_by')]
  const { admission } = optionsOf(invoices)
  if (how !== 'sold') return null
  return (
    <>
      <ChoiceField
        name="paid_by"
        choices={(['invoice', 'account'] as const).map((value) => ({ value, label: t(`paid.${value}`) }))}
      />
      {paid_by === 'invoice' && can(...(admission as readonly string[])) && (
        <SelectField name="document_id" call={optionsOf(invoices)} />
      )}
      {paid_by === 'account' && <SelectField name="account_id" call={chartCalls.accountOptions} query={money} />}
      <NumberField name="proceeds" description={t('hints.sale_tax')} />
    </>
  )
}
