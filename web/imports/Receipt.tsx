import { Button, FileButton, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BalanceComparison, importCalls, type ReceiptSubject, receiptSubjects } from '#contract/imports/imports.ts'
import { tableFiles } from '#contract/imports/table-files.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { localName } from '../i18n/localName.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { DayInput } from '../ui/fields/DayInput.tsx'
import { today } from '../ui/today.ts'
import classes from './Imports.module.css'

/** Compares the balances of the earlier system with ours, and lists those that differ. */
export function Receipt() {
  const { t } = useTranslation('imports')
  const [of, setOf] = useState<ReceiptSubject>('balances')
  const [date, setDate] = useState(today())
  const [result, setResult] = useState<BalanceComparison | null>(null)
  const [pasted, setPasted] = useState('')
  const compare = useQuietMutation(importCalls.compare, (answer) =>
    setResult((answer as { data: BalanceComparison }).data),
  )
  const send = (file: File) => compare.mutate({ body: { date, of, balance_file: file } })
  return (
    <details className={classes.fold}>
      <summary className={classes.summary}>{t('receipt.title')}</summary>
      <p className={classes.hint}>{t('receipt.hint')}</p>
      <div className={classes.options}>
        <NativeSelect
          label={t('receipt.of')}
          value={of}
          data={receiptSubjects.map((value) => ({ value, label: t(`receipt.subjects.${value}`) }))}
          onChange={({ currentTarget }) => {
            setOf(currentTarget.value as ReceiptSubject)
            setResult(null)
          }}
        />
        <DayInput label={t('fields.import.date')} value={date} onChange={(day) => day && setDate(day)} />
        <FileButton onChange={(file) => file && send(file)} accept={tableFiles}>
          {(props) => (
            <Button {...props} variant="default" loading={compare.isPending}>
              {t('actions.choose_file')}
            </Button>
          )}
        </FileButton>
      </div>
      <Textarea
        label={t('receipt.paste')}
        rows={4}
        value={pasted}
        onChange={({ currentTarget }) => setPasted(currentTarget.value)}
      />
      {pasted.trim() !== '' && (
        <div className={classes.facts}>
          <Button
            variant="default"
            loading={compare.isPending}
            onClick={() => send(new File([pasted], 'pasted.txt', { type: 'text/plain' }))}
          >
            {t('receipt.compare')}
          </Button>
        </div>
      )}
      {result && <Differences result={result} />}
    </details>
  )
}

function Differences({ result }: { result: BalanceComparison }) {
  const { t } = useTranslation('imports')
  const rows = result.rows.filter(({ difference }) => difference !== 0)
  if (result.differing === 0)
    return (
      <p role="status">{t('receipt.all_equal', { subject: t(`receipt.subjects.${result.of}`), date: result.date })}</p>
    )
  return (
    <>
      <p role="status" className={classes.facts}>
        <span>{t('receipt.equal', { number: result.equal })}</span>
        <span>{t('receipt.differing', { number: result.differing })}</span>
      </p>
      <div className={classes.scroll}>
        <table className={classes.differences}>
          <thead>
            <tr>
              <th scope="col">{t(`receipt.named.${result.of}`)}</th>
              {(['theirs', 'ours', 'difference'] as const).map((name) => (
                <th key={name} scope="col" className={classes.figure}>
                  {t(`receipt.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <DifferingRows rows={rows} unknown={result.unknown} />
          </tbody>
        </table>
      </div>
    </>
  )
}

function DifferingRows({ rows, unknown }: Pick<BalanceComparison, 'rows' | 'unknown'>) {
  const { t } = useTranslation('imports')
  return (
    <>
      {rows.map((row) => (
        <tr key={row.id}>
          <td>
            <Num>{row.number}</Num> <bdi>{localName(row)}</bdi>
          </td>
          <td className={classes.figure}>
            <Amount value={row.theirs} />
          </td>
          <td className={classes.figure}>
            <Amount value={row.ours} />
          </td>
          <td className={classes.figure} data-wrong>
            <Amount value={row.difference} />
          </td>
        </tr>
      ))}
      {unknown.map((row) => (
        <tr key={`${row.number} ${row.name}`}>
          <td>
            <Num>{row.number}</Num> <bdi>{row.name}</bdi>
          </td>
          <td className={classes.figure}>
            <Amount value={row.theirs} />
          </td>
          <td className={classes.figure} colSpan={2}>
            {t('receipt.unknown')}
          </td>
        </tr>
      ))}
    </>
  )
}
