import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportRecord } from '#contract/imports/imports.ts'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { ImportRow } from './ImportRow.tsx'
import classes from './Imports.module.css'
import { useImportRows } from './useImportRows.ts'

const shownOutcomes = ['all', 'refused', 'new', 'changed', 'skipped'] as const

/** The rows of the file, each cell with its findings, and editable. */
export function ImportRows({ record, isOpen }: { record: ImportRecord; isOpen: boolean }) {
  const { t } = useTranslation('imports')
  const [outcome, setOutcome] = useState<string>(record.rows_refused > 0 ? 'refused' : 'all')
  return (
    <section className={classes.part} aria-label={t('page.rows')}>
      <div className={classes.facts}>
        <SegmentedControl
          size="xs"
          data={shownOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
          value={outcome}
          onChange={setOutcome}
        />
        {isOpen && <span className={classes.hint}>{t('page.keys')}</span>}
      </div>
      <Grid key={outcome} record={record} outcome={outcome} isOpen={isOpen} />
    </section>
  )
}

const usualHeight = 38
const rowsAround = 12

/** Only the rows in sight are drawn: a file may have a quarter of a million. */
function Grid({ record, outcome, isOpen }: { record: ImportRecord; outcome: string; isOpen: boolean }) {
  const { t } = useTranslation('imports')
  const frame = useRef<HTMLDivElement>(null)
  const [inHand, setInHand] = useState<number | null>(null)
  const [count, setCount] = useState(0)
  const virtual = useVirtualizer({
    ...{ count, overscan: rowsAround, estimateSize: () => usualHeight, getScrollElement: () => frame.current },
    // A cell in hand stays drawn when it is scrolled out of sight: leaving it saves it.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range)
      return inHand === null || drawn.includes(inHand) || inHand >= count
        ? drawn
        : [...drawn, inHand].sort((a, b) => a - b)
    },
  })
  const items = virtual.getVirtualItems()
  const rows = useImportRows(record, { outcome, indexes: items.map(({ index }) => index) })
  if (rows.total !== undefined && rows.total !== count) setCount(rows.total)
  if (rows.error && count === 0) return <FailedState error={rows.error} onRetry={rows.retry} />
  if (rows.total === undefined) return <LoadingState />
  if (rows.total === 0) return <p className={classes.hint}>{t('page.none')}</p>
  const walk = (event: KeyboardEvent) => {
    const asked = placeAfter(event)
    if (!asked) return
    const to = { ...asked, index: Math.max(0, Math.min(count - 1, asked.index)) }
    event.preventDefault()
    virtual.scrollToIndex(to.index)
    requestAnimationFrame(() =>
      frame.current
        ?.querySelector<HTMLElement>(`tr[data-index="${to.index}"] input[data-column="${to.column}"]`)
        ?.focus(),
    )
  }
  const [above, below] = gaps(items, virtual.getTotalSize())
  return (
    <div
      ref={frame}
      className={classes.window}
      role="group"
      aria-label={t(`page.rows`)}
      onKeyDown={walk}
      onFocus={({ target }) => setInHand(indexOf(target))}
      onBlur={() => setInHand(null)}
    >
      <table className={classes.grid} aria-rowcount={count + 1}>
        <thead>
          <tr>
            <th scope="col">{t('fields.import.row_number')}</th>
            {record.heads.map((head, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have no other name
              <th key={index} scope="col">
                <bdi>{head}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden style={{ blockSize: above }} />}
          {items.map(({ index }) => {
            const row = rows.rowAt(index)
            return row ? (
              <ImportRow key={row.row_number} {...{ record, row, isOpen, index }} measure={virtual.measureElement} />
            ) : (
              <tr key={`at ${index}`} data-index={index} ref={virtual.measureElement} aria-busy="true">
                <th scope="row">…</th>
              </tr>
            )
          })}
          {below > 0 && <tr aria-hidden style={{ blockSize: below }} />}
        </tbody>
      </table>
    </div>
  )
}

type Item = { index: number; start: number; end: number }

/** The heights of what is not drawn above and below. */
function gaps(items: readonly Item[], whole: number): [above: number, below: number] {
  const [first, last] = [items[0], items.at(-1)]
  return first && last ? [first.start, Math.max(0, whole - last.end)] : [0, 0]
}

const indexOf = (element: Element): number | null => {
  const row = element.closest<HTMLElement>('tr[data-index]')
  return row ? Number(row.dataset.index) : null
}

/** Arrows and Enter go to the same column of another row. */
function placeAfter({ key, target, shiftKey }: KeyboardEvent): { index: number; column: string } | null {
  const steps: Record<string, number> = {
    ArrowUp: -1,
    ArrowDown: 1,
    Enter: shiftKey ? -1 : 1,
    PageUp: -20,
    PageDown: 20,
  }
  const step = steps[key]
  const { column } = (target as HTMLElement).dataset
  const index = indexOf(target as Element)
  return step === undefined || column === undefined || index === null ? null : { index: index + step, column }
}
