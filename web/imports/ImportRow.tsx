import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ImportRecord, type ImportRowAnswer, importCalls } from '#contract/imports/imports.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { ByPosition } from '../ui/ByPosition.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Imports.module.css'

type ImportRowProps = {
  record: ImportRecord
  row: ImportRowAnswer
  isOpen: boolean
  /** Its position in the list, and the callback that measures its height. */
  index: number
  measure: (element: Element | null) => void
}

/** A row of the file. A changed cell is saved when it loses the focus. */
export function ImportRow({ record, row, isOpen, index: place, measure }: ImportRowProps) {
  const { t } = useTranslation('imports')
  const width = Math.max(record.heads.length, row.cells.length)
  const [cells, setCells] = useState(() => Array.from({ length: width }, (_, index) => row.cells[index] ?? ''))
  const mend = useQuietMutation(importCalls.mend, () => {})
  const isChanged = cells.some((cell, index) => cell !== (row.cells[index] ?? ''))
  const save = () => {
    if (isChanged) mend.mutate({ params: { id: record.id, row_number: row.row_number }, body: { cells } })
  }
  const isRefused = row.outcome === 'refused'
  const issueClass = isRefused ? classes.issue : classes.note
  // A refused cell may be out of sight: its reason is said next to the number of the row as well.
  const whole = row.issues.filter(({ source }) => source === null || isRefused)
  return (
    <tr data-outcome={row.outcome ?? undefined} data-index={place} ref={measure} aria-rowindex={place + 2}>
      <th scope="row">
        <Num>{row.row_number}</Num>
        {whole.map((issue) => (
          <span key={`${issue.source} ${issue.code}`} className={issueClass}>
            {issue.message}
          </span>
        ))}
      </th>
      <ByPosition items={cells}>
        {(cell, index) => {
          const issues = row.issues.filter(({ source }) => source === index)
          return (
            <td data-wrong={(isRefused && issues.length > 0) || undefined}>
              {isOpen ? (
                <input
                  dir="auto"
                  data-column={index}
                  value={cell}
                  aria-label={t('page.cell', {
                    head: record.heads[index] || t('mapping.unnamed', { number: index + 1 }),
                    row: row.row_number,
                  })}
                  aria-invalid={isRefused && issues.length > 0}
                  onChange={(event) => setCells(cells.with(index, event.target.value))}
                  onBlur={save}
                />
              ) : (
                <bdi>{cell}</bdi>
              )}
              {issues.map((issue) => (
                <span key={issue.code} className={issueClass}>
                  {issue.message}
                </span>
              ))}
            </td>
          )
        }}
      </ByPosition>
    </tr>
  )
}
