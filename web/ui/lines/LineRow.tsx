import { ActionIcon, Loader } from '@mantine/core'
import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import IconConfirm from '~icons/tabler/check'
import IconEdit from '~icons/tabler/pencil'
import IconRemove from '~icons/tabler/trash'
import { CardCell, CardRow } from '../cells/CardTable.tsx'
import type { LineColumn } from './LineColumn.ts'
import classes from './LinesEditor.module.css'
import type { Line, LineState } from './useLines.ts'

type LineRowProps<Row> = {
  list: string
  line: Line<Row>
  index: number
  columns: readonly LineColumn<Row>[]
  label: (field: string) => string
  /** The row's errors by field, as JSON; '' for none. */
  errors: string
  confirmable: boolean
  removable: boolean
  change: (key: string, patch: Partial<Row>) => void
  remove: (key: string) => void
  toggle: (key: string) => void
  lead?: ((row: Row) => ReactNode) | undefined
}

/** One row; drawn again only when it changed itself. */
export const LineRow = memo(PlainLineRow) as typeof PlainLineRow

function PlainLineRow<Row>(props: LineRowProps<Row>) {
  const { list, line, index, columns, label, confirmable, change, lead } = props
  const { t } = useTranslation('common')
  const errors = errorsByColumn(columns, line.row, props.errors)
  const failed = Object.keys(errors).length > 0
  const element = useRef<HTMLTableRowElement>(null)
  useKeptFocus(element, line.state)
  return (
    <CardRow ref={element} data-failed={failed || undefined}>
      <CardCell className={classes.number} data-lead>
        {lead?.(line.row) ?? index + 1}
      </CardCell>
      {columns.map(({ name, figures, read, edit, isWholeOnCard }, position) => (
        <CardCell
          key={name}
          data-label={label(name)}
          data-first={position === 0 || isWholeOnCard || undefined}
          className={figures && classes.figures}
          data-field={errors[name] && (line.state === 'read' || !edit) ? `${list}.${index}.${name}` : undefined}
        >
          {edit && line.state !== 'read'
            ? edit({
                row: line.row,
                change: (patch) => change(line.key, patch),
                control: {
                  'aria-label': t('lines.cell', { field: label(name), number: index + 1 }),
                  error: errors[name],
                  'data-field': `${list}.${index}.${name}`,
                },
              })
            : read(line.row)}
          {errors[name] && (line.state === 'read' || !edit) && <span className={classes.error}>{errors[name]}</span>}
        </CardCell>
      ))}
      <CardCell className={classes.buttons}>
        <span className={classes.buttonRow}>
          <RowButtons {...props} confirmable={confirmable} />
        </span>
      </CardCell>
    </CardRow>
  )
}

/** The row's errors on the columns that show them. */
function errorsByColumn<Row>(columns: readonly LineColumn<Row>[], row: Row, given: string): Record<string, string> {
  const errors = (given === '' ? {} : JSON.parse(given)) as Record<string, string>
  for (const { name, also = [], isAsked } of columns) {
    if (isAsked?.(row) === false) delete errors[name]
    for (const [field, error] of Object.entries(errors))
      if (also.some((other) => field === other || field.startsWith(`${other}.`))) errors[name] ??= error
  }
  return errors
}

/** The pressed button disappears with the toggle. The focus moves within the same row. */
function useKeptFocus(element: RefObject<HTMLTableRowElement | null>, state: LineState) {
  const before = useRef(state)
  useEffect(() => {
    const settled = before.current === 'busy' && state !== 'busy'
    before.current = state
    if (!settled || document.activeElement !== document.body) return
    const wanted = state === 'edit' ? 'input:not([type=hidden])' : 'button'
    element.current?.querySelector<HTMLElement>(`td:not([data-lead]) ${wanted}`)?.focus()
  }, [element, state])
}

type RowButtonsProps = Pick<LineRowProps<unknown>, 'index' | 'confirmable' | 'removable' | 'remove' | 'toggle'> & {
  line: Line<unknown>
}
function RowButtons({ line, index, confirmable, removable, remove, toggle }: RowButtonsProps) {
  const { t } = useTranslation('common')
  const number = index + 1
  if (line.state === 'busy') return <Loader size={16} aria-label={t('states.loading')} />
  if (line.state === 'read')
    return (
      <ActionIcon aria-label={t('lines.edit', { number })} onClick={() => toggle(line.key)}>
        <IconEdit aria-hidden />
      </ActionIcon>
    )
  return (
    <>
      <ActionIcon
        aria-label={t('lines.confirm', { number })}
        disabled={!confirmable}
        color="indigo"
        onClick={() => toggle(line.key)}
      >
        <IconConfirm aria-hidden />
      </ActionIcon>
      {removable && (
        <ActionIcon aria-label={t('lines.remove', { number })} onClick={() => remove(line.key)}>
          <IconRemove aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}
