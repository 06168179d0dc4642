import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { journalCalls, journalEntries, journalLinesMinimum } from '#contract/journal.ts'
import { CurrencyField } from '../accounting-ui/CurrencyField.tsx'
import type { Id } from '../api/resource.ts'
import { PreviewButton } from '../preview/PreviewButton.tsx'
import { journalPath } from '../routes/paths.ts'
import { BranchField } from '../ui/fields/BranchField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { SaveAndNew } from '../ui/form/SaveAndNew.tsx'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { useThenNew } from '../ui/form/useThenNew.ts'
import { useLines } from '../ui/lines/useLines.ts'
import classes from './Journal.module.css'
import { JournalLines } from './JournalLines.tsx'
import { emptyLine, type JournalLine, sentLine, usedColumns } from './journalLine.ts'
import { journalTotals } from './journalTotals.ts'

type JournalEntryFormProps = {
  id: Id | null
  values: Values
  /** The stored entry. NULL for a new one. */
  status?: string | null
  /** Other actions for a stored entry. */
  actions?: ReactNode
  /** Why it cannot be changed. */
  fixed?: ReactNode
}

/** A manual entry: its head, its subject, and lines whose two sides must be equal. */
export function JournalEntryForm({ id, values, status = null, actions, fixed = null }: JournalEntryFormProps) {
  const { t } = useTranslation('journal')
  const navigate = useNavigate()
  const [shown, setShown] = useState(() => usedColumns(values.lines as JournalLine[]))
  const wanted = useRef<'draft' | 'posted'>('posted')
  const isOpen = status === null || status === 'draft'
  const back = () => void navigate({ to: journalPath })
  const then = useThenNew(`${journalPath}/create`)
  const facts = useRecordForm({
    resource: journalEntries,
    id,
    values,
    toBody: ({ lines: rows, ...rest }) => ({
      ...rest,
      status: wanted.current,
      lines: (rows as JournalLine[]).map((line) => sentLine(line, shown)),
    }),
    onSaved: () => {
      if (!then.goesOn()) back()
    },
  })
  const lines = useLines<JournalLine>(facts, 'lines', emptyLine, journalLinesMinimum)
  const { difference } = journalTotals(lines.lines.map(({ row }) => row))
  const saveDraft = () => {
    wanted.current = 'draft'
    // In any case, the next plain save posts.
    void facts.submit().finally(() => {
      wanted.current = 'posted'
    })
  }
  return (
    <FormPage
      title={t(`names.journal_entry.${id === null ? 'new' : 'edit'}`)}
      form={facts}
      savable={difference.eq(0) && fixed === null}
      saveLabel={isOpen ? t('actions.save_and_post') : undefined}
      saveDraft={status === 'draft' ? saveDraft : undefined}
      actions={
        <>
          {actions}
          <SaveActions
            id={id}
            status={status}
            facts={facts}
            isFixed={fixed !== null}
            isBalanced={difference.eq(0)}
            onDraft={saveDraft}
            onNext={() => then.saveAndNew(facts.submit)}
          />
        </>
      }
      onBack={back}
    >
      {fixed !== null && <section className={classes.standing}>{fixed}</section>}
      <FormSection title={t('sections.info')} detail={t('sections.info_detail')}>
        <LtrTextField name="journal_number" readOnly={!isOpen} />
        <DateField name="journal_date" />
        <BranchField />
        <CurrencyField dateField="journal_date" />
        <TextareaField name="description" rows={2} />
      </FormSection>
      <JournalLines form={facts} lines={lines} shown={shown} onShow={setShown} />
    </FormPage>
  )
}

type SaveActionsProps = {
  id: Id | null
  status: string | null
  facts: SchemaForm
  isFixed: boolean
  isBalanced: boolean
  onDraft: () => void
  onNext: () => void
}

/** The other ways to save an entry, and the preview of its postings. */
function SaveActions({ id, status, facts, isFixed, isBalanced, onDraft, onNext }: SaveActionsProps) {
  const { t } = useTranslation('journal')
  const isOpen = status === null || status === 'draft'
  return (
    <>
      {!isFixed && (
        <PreviewButton
          form={facts}
          call={journalCalls.preview}
          id={id}
          saveLabel={isOpen ? t('actions.save_and_post') : t('common:actions.save')}
        />
      )}
      {id === null && <SaveAndNew disabled={facts.saving || !isBalanced} onClick={onNext} />}
      {isOpen && (
        <Button
          variant="default"
          onClick={onDraft}
          disabled={facts.saving}
          title={status === 'draft' ? 'Ctrl+S' : undefined}
        >
          {t('actions.save_draft')}
        </Button>
      )}
    </>
  )
}
