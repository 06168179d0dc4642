import type { UseFormReturnType } from '@mantine/form'
import { useCallback, useRef, useState } from 'react'
import type { Values } from '../kit/form/FormScope.ts'

export type LineState = 'edit' | 'read' | 'busy'
/** A row and what the editor knows about it; `key` is its identity while the form is open. */
export type Line<Row> = { key: string; row: Row; state: LineState }
export type Lines<Row> = {
  lines: readonly Line<Row>[]
  rows: () => Row[]
  add: () => void
  change: (key: string, patch: Partial<Row>) => void
  remove: (key: string) => void
  toggle: (key: string) => void
  /** Drops the rows that do not pass: those nobody filled, before saving. */
  keep: (passes: (row: Row) => boolean) => void
  /** Gives every row a new value at once: a tax rate for all, an amount for each. */
  map: (next: (row: Row, index: number) => Row) => void
}

const enteringMs = 200
const leavingMs = 300

/**
 * The rows of a form's list field. React state draws them, and each change is mirrored into the form under `name`,
 * so that validation, saving and the unsaved-changes guard see them. Untouched rows keep their identity, which is
 * what keeps a hundred of them fast. New rows begin in edit mode, stored ones in read mode.
 */
export function useLines<Row extends object>(
  form: UseFormReturnType<Values>,
  name: string,
  newRow: () => Row,
): Lines<Row> {
  const counter = useRef(0)
  const lineOf = (row: Row, state: LineState): Line<Row> => ({ key: String(counter.current++), row, state })
  const [lines, setLines] = useState<Line<Row>[]>(() => {
    const stored = (form.getValues()[name] ?? []) as Row[]
    return stored.map((row) => lineOf(row, isNew(row) ? 'edit' : 'read'))
  })
  const latest = useRef(lines)
  const making = useRef(newRow)
  making.current = newRow

  const put = useCallback(
    (next: Line<Row>[]) => {
      latest.current = next
      setLines(next)
      const rows = next.map(({ row }) => row)
      form.setFieldValue(name, rows, { forceUpdate: false })
    },
    [form.setFieldValue, name],
  )
  const replace = useCallback(
    (key: string, change: (line: Line<Row>) => Line<Row>) =>
      put(latest.current.map((line) => (line.key === key ? change(line) : line))),
    [put],
  )
  const add = useCallback(() => {
    const line: Line<Row> = { key: String(counter.current++), row: making.current(), state: 'edit' }
    put([...latest.current, line])
  }, [put])
  const change = useCallback(
    (key: string, patch: Partial<Row>) => {
      const index = latest.current.findIndex((line) => line.key === key)
      for (const field of Object.keys(patch)) form.clearFieldError(`${name}.${index}.${field}`)
      replace(key, (line) => ({ ...line, row: { ...line.row, ...patch } }))
    },
    [replace, form.clearFieldError, name],
  )
  // Errors stand on row numbers; where numbers shift they would land on the wrong row.
  const filter = useCallback(
    (passes: (line: Line<Row>) => boolean) => {
      const next = latest.current.filter(passes)
      if (next.length === latest.current.length) return
      form.setErrors((errors) => withoutRows(errors, name))
      put(next)
    },
    [put, form.setErrors, name],
  )
  const remove = useCallback((key: string) => filter((line) => line.key !== key), [filter])
  const keep = useCallback((passes: (row: Row) => boolean) => filter((line) => passes(line.row)), [filter])
  const toggle = useCallback(
    (key: string) => {
      const entering = latest.current.find((line) => line.key === key)?.state === 'read'
      replace(key, (line) => ({ ...line, state: 'busy' }))
      const settle = () => replace(key, (line) => ({ ...line, state: entering ? 'edit' : 'read' }))
      setTimeout(settle, entering ? enteringMs : leavingMs)
    },
    [replace],
  )
  const map = useCallback(
    (next: (row: Row, index: number) => Row) =>
      put(latest.current.map((line, index) => ({ ...line, row: next(line.row, index) }))),
    [put],
  )
  const rows = useCallback(() => latest.current.map(({ row }) => row), [])
  return { lines, rows, add, change, remove, toggle, keep, map }
}

const withoutRows = <Errors extends object>(errors: Errors, name: string) =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => !path.startsWith(`${name}.`)))

// A stored row carries what the server numbered; a row that begins empty does not.
const isNew = (row: object) => !('line_number' in row) && !('stored' in row)
