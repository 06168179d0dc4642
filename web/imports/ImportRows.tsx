import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportRecord } from '#contract/imports/imports.ts'
import { ByPosition } from '../ui/ByPosition.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { ImportRow } from './ImportRow.tsx'
import classes from './Imports.module.css'
import { useImportRows } from './useImportRows.ts'

const shownOutcomes = ['all', 'refused', 'new', 'changed', 'skipped'] as const

/** The rows of the file, each cell with its findings, and editable. */
export function ImportRows({ record, isOpen }: { record: ImportRecord; isOpen: boolean }) {
  const { t } = useTranslation('imports')
  const worst = record.rows_refused > 0 ? 'refused' : 'all'
  const [outcome, setOutcome] = useState<string>(worst)
  // A short check ends before this list is replaced by its progress.
  const [state, setState] = useState(record.state)
  if (state !== record.state) {
    setState(record.state)
    if (record.state === 'checked') setOutcome(worst)
  }
  return (
    <section className={classes.part} aria-label={t('page.rows')}>
      <div className={classes.facts}>
        <SegmentedControl
          size="xs"
          data={shownOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
          value={outcome}
          onChange={setOutcome}
        />
        {isOpen && <span className={classes.keys}>{t('page.keys')}</span>}
      </div>
      <Grid key={outcome} record={record} outcome={outcome} isOpen={isOpen} />
    </section>
  )
}

const usualHeight = 38
const rowsAround = 12

/** Only the rows in sight are drawn, as a file may have 250,000. */
function Grid({ record, outcome, isOpen }: { record: ImportRecord; outcome: string; isOpen: boolean }) {
  const { t } = useTranslation('imports')
  const frame = useRef<HTMLDivElement>(null)
  const [inHand, setInHand] = useState<number | null>(null)
  const [count, setCount] = useState(0)
  const virtual = useVirtualizer({
    count,
    overscan: rowsAround,
    estimateSize: () => usualHeight,
    getScrollElement: () => frame.current,
    // A cell that has the focus is drawn when it is scrolled out of sight too, as losing the focus saves it.
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
  const isRead = rows.rowAt(0) !== undefined
  useEffect(() => {
    if (isRead && outcome === 'refused') showFirstWrong(frame.current)
  }, [isRead, outcome])
  if (rows.error && count === 0) return <FailedState error={rows.error} onRetry={rows.retry} />
  if (rows.total === undefined) return <LoadingState />
  if (rows.total === 0) return <p className={classes.hint}>{t('page.none')}</p>
  const walk = (event: KeyboardEvent) => {
    const moveTo = placeAfter(event)
    if (!moveTo) return
    const to = { ...moveTo, index: Math.max(0, Math.min(count - 1, moveTo.index)) }
    event.preventDefault()
    virtual.scrollToIndex(to.index)
    focusCell(frame.current, to, waitedFrames)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the inputs within have the roles, and their events pass through here
    <div
      ref={frame}
      className={classes.window}
      onKeyDown={walk}
      onFocus={({ target }) => setInHand(indexOf(target))}
      onBlur={() => setInHand(null)}
    >
      <table className={classes.grid} aria-rowcount={count + 1}>
        <Heads record={record} />
        <tbody>
          {items.map(({ index, start }, at) => {
            const row = rows.rowAt(index)
            const gap = start - (items[at - 1]?.end ?? 0)
            return (
              <Fragment key={row?.row_number ?? `at ${index}`}>
                {gap > 0 && <Gap size={gap} />}
                {row ? (
                  <ImportRow record={record} row={row} isOpen={isOpen} index={index} measure={virtual.measureElement} />
                ) : (
                  <tr data-index={index} ref={virtual.measureElement} aria-busy="true">
                    <th scope="row">…</th>
                  </tr>
                )}
              </Fragment>
            )
          })}
          <Gap size={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  )
}

/** The heads of the file, each with the column of ours that it feeds. */
function Heads({ record }: { record: ImportRecord }) {
  const { t } = useTranslation('imports')
  const oursOf = (place: number) =>
    record.mapping
      .filter(({ source }) => source === place)
      .map(({ column }) => record.columns.find(({ key }) => key === column)?.label)
      .join(' · ')
  return (
    <thead>
      <tr>
        <th scope="col">{t('fields.import.row_number')}</th>
        <ByPosition items={record.heads}>
          {(head, index) => (
            <th scope="col">
              <bdi>{head}</bdi>
              <span className={classes.ours}>{oursOf(index) || t('mapping.none')}</span>
            </th>
          )}
        </ByPosition>
      </tr>
    </thead>
  )
}

const cellMargin_px = 16

/** Scrolls the grid sideways to the first wrong cell. The page itself does not scroll. */
function showFirstWrong(frame: HTMLElement | null): void {
  const cell = frame?.querySelector('td[data-wrong]')?.getBoundingClientRect()
  if (!frame || !cell) return
  const seen = frame.getBoundingClientRect()
  const before = cell.left - cellMargin_px - seen.left
  const after = cell.right + cellMargin_px - seen.right
  frame.scrollLeft += after > 0 ? after : Math.min(before, 0)
}

const waitedFrames = 30

/** Focuses the cell at once if it is drawn. A row out of sight is first read and drawn. */
function focusCell(frame: HTMLElement | null, to: { index: number; column: string }, frames: number): void {
  const cell = frame?.querySelector<HTMLElement>(`tr[data-index="${to.index}"] input[data-column="${to.column}"]`)
  if (cell) cell.focus()
  else if (frames > 0) requestAnimationFrame(() => focusCell(frame, to, frames - 1))
}

/** The height of rows that are not drawn. */
const Gap = ({ size }: { size: number }) => <tr aria-hidden style={{ blockSize: Math.max(0, size) }} />

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
