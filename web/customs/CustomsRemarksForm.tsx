import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { customsDeclarations } from '#contract/documents/customs.ts'
import { RemarksForm } from '../accounting-ui/RemarksForm.tsx'
import { UnlockLink } from '../accounting-ui/UnlockLink.tsx'
import type { RecordOf } from '../api/resource.ts'
import { localName } from '../i18n/localName.ts'
import { customsPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import { declarationBody } from './CustomsForm.tsx'

type CustomsRemarksFormProps = { record: RecordOf<typeof customsDeclarations>; values: Values; why: string }

/** The due date and the notes of a declaration that is paid or whose period is closed. */
export function CustomsRemarksForm({ record, values, why }: CustomsRemarksFormProps) {
  const { t } = useTranslation(['customs', 'documents'])
  const navigate = useNavigate()
  const view = `${customsPath}/${record.id}/view`
  const back = () => void navigate({ to: view })
  const form = useRecordForm({
    resource: customsDeclarations,
    id: record.id,
    values,
    toBody: declarationBody,
    onSaved: back,
  })
  const word = (name: string) => t(`fields.customs_declaration.${name}`)
  return (
    <RemarksForm
      title={t('remarks.edit')}
      form={form}
      onBack={back}
      section={t('documents:remarks.title')}
      why={
        <>
          {t('documents:remarks.only_due_and_notes')} {t(`locked.${why}`)}{' '}
          {record.locked_because ? (
            <Link to={view} className="link">
              {t('remarks.way_out')}
            </Link>
          ) : (
            <UnlockLink why={why} />
          )}
        </>
      }
      facts={[
        [word('declaration_number'), <Num key="number">{record.declaration_number}</Num>],
        [word('declaration_date'), <Num key="date">{record.declaration_date}</Num>],
        [word('supplier'), <bdi key="party">{localName(record.supplier)}</bdi>],
        [word('duty'), <Amount key="duty" value={record.duty} currency={record.currency} />],
        [word('vat'), <Amount key="vat" value={record.vat} currency={record.currency} />],
        [word('total'), <Amount key="total" value={record.total} currency={record.currency} />],
      ]}
    >
      <DateField name="due_date" />
    </RemarksForm>
  )
}
