import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stockPlaces } from '#contract/places/places.ts'
import { stockTransfers } from '#contract/places/transfers.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { transfersPath } from '../routes/paths.ts'
import { DateField } from '../ui/fields/DateField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import { today } from '../ui/today.ts'
import { TransferRows } from './TransferRows.tsx'
import { emptyTransferRow, sentRow, type TransferRow } from './transferRow.ts'

/** A new transfer: from where, to where, and how much of what is there. */
export function TransferCreatePage() {
  const { t } = useTranslation('places')
  const navigate = useNavigate()
  const form = useRecordForm({
    resource: stockTransfers,
    id: null,
    values: {
      transfer_date: today(),
      from_place_id: '',
      to_place_id: '',
      in_transit: false,
      notes: '',
      items: [emptyTransferRow()],
    },
    toBody: transferBody,
    onSaved: ({ id }) => void navigate({ to: `${transfersPath}/${id}/view` }),
  })
  return (
    <FormPage
      title={t('names.stock_transfer.new')}
      form={form}
      saveLabel={t('post')}
      onBack={() => void navigate({ to: transfersPath })}
    >
      <FormSection title={t('sections.info')} detail={t('sections.info_detail')}>
        <SelectField name="from_place_id" call={optionsOf(stockPlaces)} />
        <SelectField name="to_place_id" call={optionsOf(stockPlaces)} query={ofAll} />
        <DateField name="transfer_date" />
        <SwitchField name="in_transit" description={t('in_transit_hint')} />
        <TextareaField name="notes" rows={2} />
      </FormSection>
      <TransferRows form={form} />
    </FormPage>
  )
}

/** Goods are sent also to the places of others. */
const ofAll = { kept: 'false' }

const transferBody = ({ items, ...rest }: Values): Values => ({
  ...rest,
  items: (items as TransferRow[]).map(sentRow),
})
