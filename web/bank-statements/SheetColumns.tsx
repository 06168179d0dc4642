import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type StatementColumn, type StatementSheet, statementColumns } from '#contract/imports/bank-sheet.ts'
import { ByPosition } from '../ui/ByPosition.tsx'
import classes from './BankStatements.module.css'
import { type DoubtsAnswer, hasDoubts, SheetDoubts, usualAnswer } from './SheetDoubts.tsx'

type SheetColumnsProps = {
  sheet: StatementSheet
  isBusy: boolean
  onStore: (answer: DoubtsAnswer & { columns?: { column: StatementColumn; source: number }[] }) => void
  onCancel: () => void
}

/** A choice for each column of the bank's table. It is remembered for the account. */
export function SheetColumns({ sheet, isBusy, onStore, onCancel }: SheetColumnsProps) {
  const { t } = useTranslation('bankStatements')
  const [meant, setMeant] = useState<readonly string[]>(() =>
    sheet.heads.map((_, index) => sheet.columns.find(({ source }) => source === index)?.column ?? ''),
  )
  const choose = (index: number, column: string) =>
    // Each of our columns is at most one of the table.
    setMeant(meant.map((before, at) => (at === index ? column : before === column ? '' : before)))
  const chosen = meant.flatMap((column, source) => (column ? [{ column: column as StatementColumn, source }] : []))
  const has = (...columns: StatementColumn[]) => chosen.some(({ column }) => columns.includes(column))
  const isTable = sheet.heads.length > 0
  const isComplete = !isTable || (has('date', 'value_date') && has('amount', 'debit', 'credit'))
  const [answer, setAnswer] = useState(() => usualAnswer(sheet))
  return (
    <section className={classes.sheet} aria-label={t('columns.title')}>
      {isTable && <p className={classes.hint}>{t(sheet.is_remembered ? 'columns.remembered' : 'columns.hint')}</p>}
      {isTable && <ColumnsTable sheet={sheet} meant={meant} onChoose={choose} />}
      {hasDoubts(sheet) && <SheetDoubts sheet={sheet} answer={answer} onChange={setAnswer} />}
      {!isComplete && <p role="status">{t('columns.missing')}</p>}
      <div className={classes.facts}>
        <Button
          loading={isBusy}
          disabled={!isComplete}
          onClick={() => onStore({ ...answer, ...(isTable && { columns: chosen }) })}
        >
          {t('columns.store')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('columns.cancel')}
        </Button>
      </div>
    </section>
  )
}

type ColumnsTableProps = {
  sheet: StatementSheet
  meant: readonly string[]
  onChoose: (index: number, column: string) => void
}

/** The first rows of the file below a choice for each column. */
function ColumnsTable({ sheet, meant, onChoose }: ColumnsTableProps) {
  const { t } = useTranslation('bankStatements')
  const choices = [
    { value: '', label: t('columns.none') },
    ...statementColumns.map((value) => ({ value, label: t(`columns.names.${value}`) })),
  ]
  return (
    <div className={classes.scroll}>
      <table className={classes.columns}>
        <thead>
          <tr>
            <ByPosition items={meant}>
              {(column, index) => (
                <th scope="col">
                  <bdi>{sheet.heads[index] || t('columns.unnamed', { number: index + 1 })}</bdi>
                  <NativeSelect
                    aria-label={t('columns.of', { head: sheet.heads[index] || index + 1 })}
                    data={choices}
                    value={column}
                    onChange={(event) => onChoose(index, event.currentTarget.value)}
                  />
                </th>
              )}
            </ByPosition>
          </tr>
        </thead>
        <tbody>
          <ByPosition items={sheet.sample}>
            {(row) => (
              <tr>
                <ByPosition items={row}>
                  {(cell) => (
                    <td>
                      <bdi>{cell}</bdi>
                    </td>
                  )}
                </ByPosition>
              </tr>
            )}
          </ByPosition>
        </tbody>
      </table>
    </div>
  )
}
