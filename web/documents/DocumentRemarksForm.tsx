import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { documents } from '#contract/documents/document-calls.ts'
import { fieldOf, type Side } from '#contract/documents/sides.ts'
import { RemarksForm } from '../accounting-ui/RemarksForm.tsx'
import { localName } from '../i18n/localName.ts'
import { documentPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import { type DocumentRecord, documentBody } from './DocumentForm.tsx'
import { MemoFields } from './MemoFields.tsx'

type DocumentRemarksFormProps = { side: Side; record: DocumentRecord; values: Values; why: string }

/** The due date and the notes of a document that is locked; its page offers what corrects the rest. */
export function DocumentRemarksForm({ side, record, values, why }: DocumentRemarksFormProps) {
  const { t } = useTranslation(['documents', 'common'])
  const navigate = useNavigate()
  const view = `${documentPath(side)}/${record.id}/view`
  const back = () => void navigate({ to: view })
  const form = useRecordForm({
    resource: documents[side.document] as (typeof documents)['invoice'],
    id: record.id,
    values,
    toBody: (typed) => documentBody(side, typed),
    onSaved: back,
  })
  const party = fieldOf<{ name: string; name_en: string | null }>(record, side.party)
  const word = (name: string) => t(`fields.${side.document}.${name}`)
  return (
    <RemarksForm
      title={t(`remarks.edit_${side.document}`)}
      form={form}
      onBack={back}
      section={t('remarks.document_title')}
      why={
        <>
          {t(`locked.${why}`)} {t('remarks.only_due_and_notes')}{' '}
          <Link to={view} className="link">
            {t('remarks.way_out')}
          </Link>
        </>
      }
      facts={[
        [word(side.numberField), <Num key="number">{fieldOf<string>(record, side.numberField)}</Num>],
        [word(side.dateField), <Num key="date">{fieldOf<string>(record, side.dateField)}</Num>],
        [word(side.party), <bdi key="party">{localName(party)}</bdi>],
        [word('total'), <Amount key="total" value={record.total} currency={record.currency} />],
      ]}
    >
      <DateField name="due_date" />
      {record.retention_percent !== null && <DateField name="retention_release_date" />}
      <MemoFields side={side} />
    </RemarksForm>
  )
}
