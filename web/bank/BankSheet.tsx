import { Input, TextInput, Title } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankLine } from '#contract/bank.ts'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import classes from './Bank.module.css'
import { BankLineRow } from './BankLineRow.tsx'
import { BankTotals } from './BankTotals.tsx'
import { type BankFigures, keyOf } from './bankFigures.ts'
import { matching } from './matching.ts'
import type { BankSheetAnswer, BankSheetQuery } from './useBankSheet.ts'

const shownAtMost = 500

type Ticking = {
  ticked: ReadonlySet<string>
  figures: BankFigures
  error: ReactNode
  onTick: (next: ReadonlySet<string>) => void
}

/** The lines of the books that no statement has shown yet, to be ticked off against the bank's paper. */
export function BankSheet({ sheet, ...ticking }: Ticking & { sheet: BankSheetQuery }) {
  const { t } = useTranslation('bank')
  if (sheet.error && !sheet.data) return <FailedState error={sheet.error} onRetry={() => void sheet.refetch()} />
  if (sheet.data) return <Sheet sheet={sheet.data} {...ticking} />
  return sheet.isLoading ? <LoadingState /> : <p className={classes.hint}>{t('sheet.choose')}</p>
}

function Sheet({ sheet, ticked, figures, error, onTick }: Ticking & { sheet: BankSheetAnswer }) {
  const { t } = useTranslation('bank')
  const [find, setFind] = useState('')
  const { lines, currency, through } = sheet
  const found = useMemo(() => matching(lines, find, currency.decimals), [lines, find, currency.decimals])
  const drawn = found.slice(0, shownAtMost)
  // Only visible lines, so that the user has seen everything that is selected.
  const all = drawn.length > 0 && drawn.every((line) => ticked.has(keyOf(line)))
  const put = (changed: readonly BankLine[], on: boolean) => {
    const next = new Set(ticked)
    for (const line of changed) on ? next.add(keyOf(line)) : next.delete(keyOf(line))
    onTick(next)
  }
  return (
    <section className={classes.sheet} aria-label={t('sheet.title')}>
      <div className={classes.head}>
        <div>
          <Title order={2} size="h3">
            {t('sheet.title')}
          </Title>
          <p className={classes.hint}>{t('sheet.detail')}</p>
        </div>
        <TextInput
          aria-label={t('sheet.find')}
          placeholder={t('sheet.find')}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <div className={classes.sides}>
        <div className={classes.lines}>
          {found.length > 0 && (
            <label className={classes.every}>
              <input type="checkbox" checked={all} onChange={(event) => put(drawn, event.currentTarget.checked)} />
              <span>{t('sheet.every')}</span>
            </label>
          )}
          {found.length === 0 && <p className={classes.hint}>{t(find === '' ? 'sheet.none' : 'sheet.not_found')}</p>}
          <ul className={classes.rows} data-field="lines" onKeyDown={walkTicks}>
            {drawn.map((line) => (
              <BankLineRow
                key={keyOf(line)}
                line={line}
                currency={currency}
                ticked={ticked.has(keyOf(line))}
                onTick={(on) => put([line], on)}
              />
            ))}
          </ul>
          {(sheet.has_more || found.length > shownAtMost) && <p className={classes.hint}>{t('sheet.more')}</p>}
          {error && <Input.Error>{error}</Input.Error>}
        </div>
        <BankTotals sheet={sheet} figures={figures} count={ticked.size + (through?.count ?? 0)} />
      </div>
    </section>
  )
}

/** Enter ticks and goes on, the arrows only go: a paper is ticked off downwards, and nothing there sends the form. */
function walkTicks(event: React.KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : 0
  if (step === 0) return
  event.preventDefault()
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')]
  const here = event.target as HTMLInputElement
  if (event.key === 'Enter') here.click()
  boxes[boxes.indexOf(here) + step]?.focus()
}
