import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { StatementSheet } from '#contract/imports/bank-sheet.ts'
import { lookUps } from '#contract/organization.ts'
import { useOptions } from '../api/options.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { localName } from '../i18n/localName.ts'
import { longDay } from '../i18n/longDay.ts'
import classes from './BankStatements.module.css'

export type DoubtsAnswer = { day_order?: string; currency_id?: number }
type SheetDoubtsProps = { sheet: StatementSheet; answer: DoubtsAnswer; onChange: (answer: DoubtsAnswer) => void }

/** Whether the file leaves a question open: which of day and month comes first, or in which currency the account is. */
export const hasDoubts = ({ doubtful_day, asks_currency }: StatementSheet): boolean =>
  doubtful_day !== null || asks_currency

/** What neither the file nor an earlier statement says: shown as it would be read, to be confirmed or changed. */
export function SheetDoubts({ sheet, answer, onChange }: SheetDoubtsProps) {
  const { t } = useTranslation('bankStatements')
  const currencies = useOptions(lookUps.currencies).data ?? []
  const { doubtful_day, asks_currency } = sheet
  const language = currentLanguage()
  return (
    <div className={classes.doubts}>
      {doubtful_day && (
        <div>
          <p className={classes.hint}>{t('columns.doubtful_day', { written: doubtful_day.written })}</p>
          <SegmentedControl
            aria-label={t('columns.day_order')}
            data={(['dmy', 'mdy'] as const).map((value) => ({ value, label: longDay(doubtful_day[value], language) }))}
            value={answer.day_order ?? 'dmy'}
            onChange={(day_order) => onChange({ ...answer, day_order })}
          />
        </div>
      )}
      {asks_currency && (
        <NativeSelect
          label={t('columns.currency')}
          description={t('columns.currency_hint')}
          data={currencies.map((currency) => ({ value: String(currency.id), label: localName(currency) }))}
          value={String(answer.currency_id)}
          onChange={(event) => onChange({ ...answer, currency_id: Number(event.currentTarget.value) })}
        />
      )}
    </div>
  )
}

/** What is sent if nothing is changed: the day first, and the currency that the account seems to have. */
export const usualAnswer = ({ doubtful_day, asks_currency, account_currency_id }: StatementSheet): DoubtsAnswer => ({
  ...(doubtful_day && { day_order: 'dmy' }),
  ...(asks_currency && { currency_id: account_currency_id }),
})
