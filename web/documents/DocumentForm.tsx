import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentCalls, documents } from '#contract/documents/document-calls.ts'
import { memoFields } from '#contract/documents/memo-fields.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { Id, RecordOf } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { PreviewButton } from '../preview/PreviewButton.tsx'
import { RetentionSection } from '../retention/RetentionSection.tsx'
import { documentPath, savedPath } from '../routes/paths.ts'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import { useFormScope, type Values } from '../ui/form/FormScope.ts'
import { FormFields, FormSection } from '../ui/form/FormSection.tsx'
import { SaveAndNew } from '../ui/form/SaveAndNew.tsx'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { useThenNew } from '../ui/form/useThenNew.ts'
import { AsLastTime } from './AsLastTime.tsx'
import { useBuyerQuestion } from './buyer/useBuyerQuestion.tsx'
import { DocumentInfo } from './DocumentInfo.tsx'
import { AdvanceDeductions } from './items/AdvanceDeductions.tsx'
import { DocumentItems } from './items/DocumentItems.tsx'
import { sentDeductions } from './items/deductionRow.ts'
import { type ItemRow, sentItem, sentOfDocument } from './items/itemRow.ts'
import { MemoFields } from './MemoFields.tsx'
import { VatNotice } from './VatNotice.tsx'

export type DocumentRecord = RecordOf<(typeof documents)['invoice']>
type DocumentFormProps = {
  side: Side
  id: Id | null
  values: Values
  status: string | null
  /** Saves a new one by another call of the same body. */
  resource?: (typeof documents)['invoice']
  /** The notice above the fields. */
  above?: ReactNode
}

/** An invoice or a bill: head, items, notes. Save issues it, unless it is saved as a draft. */
export function DocumentForm({ side, id, values, status, resource, above }: DocumentFormProps) {
  const { t } = useTranslation(['documents', 'common'])
  const navigate = useNavigate()
  const path = documentPath(side)
  const drafts = useUser().organization.default_save_action === 'draft'
  const [usual, other] = drafts ? ['draft', side.postedStatus] : [side.postedStatus, 'draft']
  const wanted = useRef<string>(usual)
  const isPosted = status !== null && status !== 'draft'
  const takesAdvances = side.document === 'invoice'
  const [deducted, setDeducted] = useState('0')
  const then = useThenNew(`${path}/create`)
  const facts = useRecordForm({
    resource: resource ?? (documents[side.document] as (typeof documents)['invoice']),
    id,
    values,
    toBody: (typed) => ({ ...documentBody(side, typed), status: isPosted ? undefined : wanted.current }),
    onSaved: (record) => {
      if (!then.goesOn()) void navigate({ to: savedPath(side, record.id) })
    },
  })
  const isPosting = () => !isPosted && wanted.current === side.postedStatus
  const { form, question, onLacking } = useBuyerQuestion(facts, isPosting)
  const copy = (found: number) => {
    form.guard.release()
    void navigate({ to: `${path}/create`, search: { copy: String(found) } })
  }
  const saveAs = (next: string) => saveOnceAs(form, wanted, next)
  const mainLabel = t(isPosted ? 'common:actions.save' : drafts ? 'actions.save_draft' : 'actions.save_and_confirm')
  return (
    <FormPage
      title={t(`names.${side.document}.${id === null ? 'new' : 'edit'}`)}
      form={form}
      onBack={() => void navigate({ to: path })}
      saveLabel={isPosted ? undefined : mainLabel}
      saveDraft={status === 'draft' && !drafts ? () => saveAs('draft') : undefined}
      actions={
        <>
          <PreviewButton form={form} call={documentCalls[side.document].preview} id={id} saveLabel={mainLabel} />
          {id === null && <SaveAndNew disabled={form.saving} onClick={() => then.saveAndNew(form.submit)} />}
          {id === null && <AsLastTime side={side} form={form} onFound={copy} />}
          {!isPosted && (
            <OtherSave
              label={t(drafts ? 'actions.save_and_confirm' : 'actions.save_draft')}
              hint={other === 'draft' && status === 'draft' ? 'Ctrl+S' : undefined}
              onClick={() => saveAs(other)}
              disabled={form.saving}
            />
          )}
        </>
      }
    >
      {above}
      <VatNotice side={side} />
      <FormSection
        title={t(`sections.${side.document}`)}
        detail={t(`sections.${isPosted ? 'posted' : side.document}_detail`)}
      >
        <DocumentInfo
          side={side}
          isNew={id === null}
          keepsNumber={isPosted && side.document !== 'bill'}
          onLacking={onLacking}
        />
      </FormSection>
      <DocumentItems
        side={side}
        form={form}
        isPosted={isPosted}
        awaitsStamp={values.awaits_stamp === true}
        deducted={deducted}
      />
      {takesAdvances && <AdvanceDeductions form={form.form} invoiceId={id} onDeducted={setDeducted} />}
      <RetentionSection side={side} />
      <WrittenSections side={side} />
      {question}
    </FormPage>
  )
}

/** Saves with another status; the next plain save has its usual meaning in any case. */
function saveOnceAs(form: SchemaForm, wanted: { current: string }, next: string): void {
  const usual = wanted.current
  wanted.current = next
  void form.submit().finally(() => {
    wanted.current = usual
  })
}

/** The memo fields and the notes. */
function WrittenSections({ side }: { side: Side }) {
  const { t } = useTranslation('documents')
  const { form } = useFormScope()
  const values = form.getValues()
  return (
    <>
      <FoldedSection
        title={t('sections.memo')}
        detail={t('sections.memo_detail')}
        isUsed={Object.keys(memoFields).some((name) => name !== 'notes' && Boolean(values[name]))}
      >
        <FormFields>
          <MemoFields side={side} />
        </FormFields>
      </FoldedSection>
      <FormSection title={t('sections.notes')} detail={t('sections.notes_detail')}>
        <TextareaField name="notes" isTitled />
      </FormSection>
    </>
  )
}

type OtherSaveProps = { label: string; hint: string | undefined; onClick: () => void; disabled: boolean }
/** The other way to save: as a draft, or confirmed. */
const OtherSave = ({ label, hint, onClick, disabled }: OtherSaveProps) => (
  <Button variant="default" onClick={onClick} disabled={disabled} title={hint}>
    {label}
  </Button>
)

const takesOrder = (items: unknown) => (items as ItemRow[]).some(({ order_line_id }) => order_line_id !== '')

/** The input of an invoice or a bill. */
export const documentBody = (side: Side, { items, advances, with_cost_centers, ...rest }: Values): Values => ({
  ...rest,
  ...(side.document === 'invoice' && { advances: sentDeductions(advances, rest.customer_id) }),
  // A column that was taken away counts for nothing.
  items: (items as ItemRow[]).map((row) => ({
    ...sentItem(row, with_cost_centers !== false),
    ...(side.document !== 'advance_invoice' && sentOfDocument(row)),
    ...(side.document === 'bill' && { difference_reason: takesOrder(items) ? row.difference_reason : '' }),
  })),
})
