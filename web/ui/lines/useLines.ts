import { useCallback, useEffect, useRef, useState } from 'react'
import type { SchemaForm } from '../form/useSchemaForm.ts'
import { chosenIn } from './focusNextCellOnEnter.ts'

export type LineState = 'edit' | 'read' | 'busy'
/** A row and what the editor knows about it; `key` is its identity while the form is open. */
export type Line<Row> = { key: string; row: Row; state: LineState }
export type Lines<Row> = {
  lines: readonly Line<Row>[]
  rows: () => Row[]
  /** The number of filled rows. */
  filled: number
  /** Rows that always stay. */
  minimum: number
  add: () => void
  change: (key: string, patch: Partial<Row>) => void
  remove: (key: string) => void
  toggle: (key: string) => void
  /** Drops the rows that do not pass. */
  keep: (passes: (row: Row) => boolean) => void
  /** Pasted rows are added after the filled ones; an incomplete one is in edit mode. */
  paste: (rows: readonly Row[], confirmable: (row: Row) => boolean) => void
  /** These rows in place of all others, in edit mode. */
  replace: (rows: readonly Row[]) => void
  /** Gives every row a new value at once: a tax rate for all, an amount for each. */
  map: (next: (row: Row, index: number) => Row) => void
}

const enteringMs = 200
const leavingMs = 300

/**
 * The rows of a form's list field. React state draws them, and each change is mirrored into the form under `name`, so
 * that validation, saving and the unsaved-changes guard see them. Untouched rows preserve their identity, which makes a
 * hundred of them fast. New rows begin in edit mode, stored ones in read mode. Empty rows are dropped when the form is
 * saved, as long as `minimum` rows are filled.
 */
export function useLines<Row extends object>(
  { form, beforeSaving }: SchemaForm,
  name: string,
  newRow: () => Row,
  minimum = 1,
): Lines<Row> {
  const counter = useRef(0)
  const lineOf = (row: Row, state: LineState): Line<Row> => ({ key: String(counter.current++), row, state })
  const [lines, setLines] = useState<Line<Row>[]>(() =>
    ((form.getValues()[name] ?? []) as Row[]).map((row) => lineOf(row, isNew(row) ? 'edit' : 'read')),
  )
  const latest = useRef(lines)
  const making = useRef(newRow)
  making.current = newRow

  const put = useCallback(
    (next: Line<Row>[]) => {
      latest.current = next
      setLines(next)
      form.setFieldValue(name, rowsIn(next), { forceUpdate: false })
    },
    [form.setFieldValue, name],
  )
  const changeLine = useCallback(
    (key: string, change: (line: Line<Row>) => Line<Row>) =>
      put(latest.current.map((line) => (line.key === key ? change(line) : line))),
    [put],
  )
  const add = useCallback(() => {
    put([...latest.current, { key: String(counter.current++), row: making.current(), state: 'edit' }])
  }, [put])
  const { paste, replace } = useManyRows({ form, name }, making, latest, put)
  const change = useCallback(
    (key: string, patch: Partial<Row>) => {
      const index = latest.current.findIndex((line) => line.key === key)
      for (const field of Object.keys(patch)) form.clearFieldError(`${name}.${index}.${field}`)
      changeLine(key, (line) => ({ ...line, row: { ...line.row, ...patch } }))
    },
    [changeLine, form.clearFieldError, name],
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
      changeLine(key, (line) => ({ ...line, state: 'busy' }))
      const settle = () => changeLine(key, (line) => ({ ...line, state: entering ? 'edit' : 'read' }))
      setTimeout(settle, entering ? enteringMs : leavingMs)
    },
    [changeLine],
  )
  const map = useCallback(
    (next: (row: Row, index: number) => Row) =>
      put(latest.current.map((line, index) => ({ ...line, row: next(line.row, index) }))),
    [put],
  )
  const rows = useCallback(() => rowsIn(latest.current), [])
  const filled = useFilled({ beforeSaving, name }, making, { lines, rows, keep, minimum })
  return { lines, rows, filled, minimum, add, change, remove, toggle, keep, replace, paste, map }
}

const rowsIn = <Row>(lines: readonly Line<Row>[]): Row[] => lines.map(({ row }) => row)

/** Several rows at once: pasted ones are added after the filled ones, others replace all. */
function useManyRows<Row extends object>(
  { form, name }: Pick<SchemaForm, 'form'> & { name: string },
  making: { current: () => Row },
  latest: { current: readonly Line<Row>[] },
  put: (next: Line<Row>[]) => void,
): Pick<Lines<Row>, 'paste' | 'replace'> {
  const counter = useRef(0)
  const putAfter = useCallback(
    (before: readonly Line<Row>[], rows: readonly Row[], stateOf: (row: Row) => LineState) => {
      form.setErrors((errors) => withoutRows(errors, name))
      put([...before, ...rows.map((row) => ({ key: `many ${counter.current++}`, row, state: stateOf(row) }))])
    },
    [form.setErrors, name, put],
  )
  const paste: Lines<Row>['paste'] = useCallback(
    (rows, confirmable) => {
      const isFilled = filledBeside(making.current())
      const filled = latest.current.filter(({ row }) => isFilled(row))
      putAfter(filled, rows, (row) => (confirmable(row) ? 'read' : 'edit'))
    },
    [putAfter, making, latest],
  )
  const replace: Lines<Row>['replace'] = useCallback((rows) => putAfter([], rows, () => 'edit'), [putAfter])
  return { paste, replace }
}

/**
 * The number of filled rows. Empty rows are removed before saving: Enter in the last cell may have added one, and errors refer to the numbers of the sent rows.
 */
function useFilled<Row extends object>(
  { beforeSaving, name }: Pick<SchemaForm, 'beforeSaving'> & { name: string },
  making: { current: () => Row },
  { lines, rows, keep, minimum }: Pick<Lines<Row>, 'lines' | 'rows' | 'keep' | 'minimum'>,
): number {
  useEffect(() => {
    const tidy = () => {
      const beside = filledBeside(making.current())
      const inHand = rows()[rowInHand(name)]
      const isFilled = (row: Row) => row === inHand || beside(row)
      if (rows().filter(isFilled).length >= minimum) keep(isFilled)
    }
    beforeSaving.add(tidy)
    return () => void beforeSaving.delete(tidy)
  }, [beforeSaving, name, making, rows, keep, minimum])
  const isFilled = filledBeside(making.current())
  return lines.filter(({ row }) => isFilled(row)).length
}

/** The row in which something was typed of which nothing is chosen yet: it is asked for rather than lost. -1: none. */
function rowInHand(name: string): number {
  const { activeElement: input } = document
  if (!(input instanceof HTMLInputElement) || input.value === '' || chosenIn(input) !== '') return -1
  const [list, row] = input.dataset.field?.split('.') ?? []
  return list === name ? Number(row) : -1
}

const filledBeside = (blank: object) => (row: object) =>
  Object.entries({ ...blank, ...row }).some(
    ([field, value]) => !isSameValue(value, (blank as Record<string, unknown>)[field]),
  )

/** Each blank row has a list of its own: two that hold nothing are the same. */
const isSameValue = (one: unknown, other: unknown) =>
  one === other || (Array.isArray(one) && Array.isArray(other) && one.length + other.length === 0)

const withoutRows = <Errors extends object>(errors: Errors, name: string) =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => !path.startsWith(`${name}.`)))

// A stored row carries what the server numbered; a row that begins empty does not.
const isNew = (row: object) => !('line_number' in row) && !('stored' in row)
