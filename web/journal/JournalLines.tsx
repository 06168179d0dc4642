import '@mantine/core/styles/Switch.layer.css'
import { Switch, Title } from '@mantine/core'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { text } from '#ledger/money.ts'
import { usePostableNodes } from '../accounting-ui/usePostableNodes.ts'
import { useCurrencyOf } from '../api/useCurrencyOf.ts'
import { WorthFields } from '../organization/WorthFields.tsx'
import { Amount } from '../ui/cells/Amount.tsx'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { ColumnsMenu } from '../ui/lines/ColumnsMenu.tsx'
import { LinesEditor } from '../ui/lines/LinesEditor.tsx'
import type { Lines } from '../ui/lines/useLines.ts'
import classes from './Journal.module.css'
import { JournalTotals } from './JournalTotals.tsx'
import { type FlaggedColumn, flaggedColumns, isConfirmable, type JournalLine } from './journalLine.ts'
import { journalTotals } from './journalTotals.ts'
import { lineColumns } from './lineColumns.tsx'
import { pastedLines } from './pastedLines.ts'

type JournalLinesProps = {
  form: SchemaForm
  lines: Lines<JournalLine>
  shown: ReadonlySet<FlaggedColumn>
  onShow: (shown: ReadonlySet<FlaggedColumn>) => void
}

/** The lines of the entry, with the switches of its further columns and the sums of both sides. */
export function JournalLines({ form: { form }, lines, shown, onShow }: JournalLinesProps) {
  const { t, i18n } = useTranslation('journal')
  const currencyId = useWatched(form, 'currency_id')
  const currency = useCurrencyOf()(currencyId)
  const decimals = currency?.decimals ?? 2
  // The cells word themselves in the language of the page, so a change of language draws them again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const columns = useMemo(() => lineColumns(shown, decimals), [shown, decimals, i18n.language])
  const { change, toggle } = lines
  const latest = useRef(lines.lines)
  latest.current = lines.lines
  const confirm = useCallback(
    (key: string) => {
      const row = latest.current.find((line) => line.key === key)?.row
      // A side left empty is a nought once the line is confirmed.
      if (row) change(key, { debit: row.debit || '0', credit: row.credit || '0' })
      toggle(key)
    },
    [change, toggle],
  )
  const { leaves } = usePostableNodes(chartCalls.accountOptions)
  const rows = lines.lines.map((line) => line.row)
  const totals = journalTotals(rows)
  return (
    <section className={classes.lines} aria-label={t('sections.lines')}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {t('sections.lines')}
        </Title>
        <ColumnsMenu>
          {flaggedColumns.map((column) => (
            <Switch
              key={column}
              size="xs"
              label={t(`flags.${column}`)}
              checked={shown.has(column)}
              onChange={(event) => onShow(toggled(shown, column, event.currentTarget.checked))}
            />
          ))}
        </ColumnsMenu>
      </div>
      <LinesEditor
        name="lines"
        lines={{ ...lines, toggle: confirm }}
        columns={columns}
        confirmable={isConfirmable}
        onCells={(cells) => lines.paste(pastedLines(cells, leaves), isConfirmable)}
        sums={{
          debit: <Amount value={totals.debit} currency={currency} />,
          credit: <Amount value={totals.credit} currency={currency} />,
        }}
        footer={<JournalTotals rows={rows} currency={currency} />}
      />
      <WorthFields dateField="journal_date" baseField="amount_base" amount={text(totals.debit)} />
    </section>
  )
}

function toggled(shown: ReadonlySet<FlaggedColumn>, column: FlaggedColumn, on: boolean): ReadonlySet<FlaggedColumn> {
  const next = new Set(shown)
  if (on) next.add(column)
  else next.delete(column)
  return next
}
