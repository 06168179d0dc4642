import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { bankReconciliations } from '#contract/bank.ts'
import { chartCalls } from '#contract/chart.ts'
import type { Id } from '../api/resource.ts'
import { bankPath } from '../routes/paths.ts'
import { DateField } from '../ui/fields/DateField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import type { Choosable } from '../ui/fields/useChoices.ts'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { useShortcut } from '../ui/useShortcut.ts'
import { BankSheet } from './BankSheet.tsx'
import { bankFigures, keyOf } from './bankFigures.ts'
import { cashOnly } from './cashOnly.ts'
import { useSelectedLines } from './useSelectedLines.ts'

type ReconciliationFormProps = { id: Id | null; values: Values; account?: Choosable }

/** A bank statement: its balance, and the lines of the books to select until they explain the balance. */
export function ReconciliationForm({ id, values, account }: ReconciliationFormProps) {
  const { t } = useTranslation('bank')
  const navigate = useNavigate()
  const wanted = useRef<'draft' | 'finished'>('finished')
  const facts = useRecordForm({
    resource: bankReconciliations,
    id,
    values,
    toBody: (current) => ({
      ...current,
      status: wanted.current,
      lines: ticked.map(({ entry_id, line_number }) => ({ entry_id, line_number })),
    }),
    onSaved: (record) =>
      void navigate({ to: record.status === 'finished' ? `${bankPath}/${record.id}/view` : bankPath }),
  })
  const { sheet, ticked, tick } = useSelectedLines(facts.form, id)
  const balance = useWatched(facts.form, 'statement_balance')
  const figures = bankFigures({
    opening: sheet.data?.opening_balance ?? 0,
    through: sheet.data?.through ?? null,
    ticked,
    balance,
  })
  const saveDraft = () => {
    wanted.current = 'draft'
    void facts.submit().finally(() => {
      wanted.current = 'finished'
    })
  }
  const isExplained = figures.difference?.eq(0) ?? false
  // Ctrl+S saves a reconciliation that cannot be finished yet.
  useShortcut('s', () => {
    if (!isExplained) saveDraft()
  })
  return (
    <FormPage
      title={t(`names.bank_reconciliation.${id === null ? 'new' : 'edit'}`)}
      form={facts}
      savable={isExplained}
      saveLabel={t('actions.finish')}
      actions={
        <Button variant="default" onClick={saveDraft} disabled={facts.saving}>
          {t('actions.save_draft')}
        </Button>
      }
      onBack={() => void navigate({ to: bankPath })}
    >
      <FormSection title={t('sections.statement')} detail={t('sections.statement_detail')}>
        <SelectField
          name="account_id"
          call={chartCalls.accountOptions}
          query={cashOnly}
          known={account}
          disabled={id !== null}
        />
        <DateField name="statement_date" />
        <NumberField name="statement_balance" decimals={sheet.data?.currency.decimals} />
        <DateField name="matched_through" />
        <TextareaField name="notes" rows={2} />
      </FormSection>
      <BankSheet
        sheet={sheet}
        ticked={new Set(ticked.map(keyOf))}
        figures={figures}
        error={facts.form.errors.lines}
        onTick={tick}
      />
    </FormPage>
  )
}
