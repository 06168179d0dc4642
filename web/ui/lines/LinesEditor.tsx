import { Button, Input } from '@mantine/core'
import { type ClipboardEvent, type ReactNode, useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import IconPlus from '~icons/tabler/plus'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { CardBody, CardTable } from '../cells/CardTable.tsx'
import { useFormScope } from '../form/FormScope.ts'
import { focusNextCellOnEnter } from './focusNextCellOnEnter.ts'
import type { LineColumn } from './LineColumn.ts'
import { LineRow } from './LineRow.tsx'
import classes from './LinesEditor.module.css'
import { LinesHead } from './LinesHead.tsx'
import { OfferedRows } from './OfferedRows.tsx'
import { pastedCells } from './pastedCells.ts'
import { useCards } from './useCards.ts'
import type { Lines } from './useLines.ts'
import { usePastedCells } from './usePastedCells.ts'

type LinesEditorProps<Row extends object> = {
  /** The list's field in the form: `items`. */
  name: string
  /** From `useLines`. */
  lines: Lines<Row>
  /** Keep this array's identity (a constant or `useMemo`): it decides whether rows are drawn again. */
  columns: readonly LineColumn<Row>[]
  /** Whether a row may leave edit mode, such as "a product is chosen". A stable function. */
  confirmable: (row: Row) => boolean
  /** The result of pasting a block of spreadsheet cells. */
  onCells?: (cells: string[][]) => void
  /** Sums of columns, by their name: a last row of the table. On a phone, where rows are cards, the footer has them. */
  sums?: Record<string, ReactNode>
  /** In the place of a row's number, such as the tick that chose it; null for the number. A stable function. */
  lead?: (row: Row) => ReactNode
  /** Rows that may be taken up, drawn below the others with their lead. */
  offered?: readonly Row[]
  /** Below the rows: totals. */
  footer?: ReactNode
}

/**
 * A table of editable rows. Tab and Enter walk the cells, Enter in the last one adds a row; each row is confirmed
 * (when it may be) and taken up again; only a row in edit mode can be removed.
 */
export function LinesEditor<Row extends object>(props: LinesEditorProps<Row>) {
  const { name, lines, columns, confirmable, sums, lead, offered, footer, onCells } = props
  const { t } = useTranslation('common')
  const { form, resource } = useFormScope()
  const label = useFieldLabel(resource)
  const body = useRef<HTMLTableSectionElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const isCards = useCards(frame, columns)
  const { add, remove } = lines
  const paste = usePastedCells(onCells ?? nothing)
  const addAndFocus = useCallback(() => {
    add()
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('tr:last-child input')?.focus())
  }, [add])
  const removeAndFocus = useCallback(
    (key: string) => {
      remove(key)
      requestAnimationFrame(() =>
        body.current?.querySelector<HTMLElement>('tr:last-child td:not([data-lead]) :is(input, button)')?.focus(),
      )
    },
    [remove],
  )
  return (
    // Pasted anywhere in the table, also while it has no row yet and the button that adds one is focused.
    <div data-lines={isCards ? 'cards' : 'table'} onPaste={onCells && ((event) => pasteBlock(event, paste))}>
      <div className={classes.scroll} ref={frame}>
        <CardTable className={classes.table}>
          <LinesHead columns={columns} label={label} />
          <CardBody ref={body} onKeyDown={(event) => focusNextCellOnEnter(event, addAndFocus)}>
            {lines.lines.map((line, index) => (
              <LineRow
                key={line.key}
                list={name}
                line={line}
                index={index}
                columns={columns}
                label={label}
                errors={errorsOf(form.errors, `${name}.${index}.`)}
                confirmable={confirmable(line.row)}
                removable={lines.lines.length > lines.minimum}
                change={lines.change}
                remove={removeAndFocus}
                toggle={lines.toggle}
                lead={lead}
              />
            ))}
          </CardBody>
          {offered && lead && <OfferedRows rows={offered} columns={columns} lead={lead} />}
          {sums && <SumRow columns={columns} sums={sums} />}
        </CardTable>
      </div>
      {form.errors[name] && <Input.Error className={classes.error}>{form.errors[name]}</Input.Error>}
      <div className={classes.below} data-field={name}>
        <Button variant="default" size="xs" leftSection={<IconPlus aria-hidden />} onClick={addAndFocus}>
          {t('lines.add')}
        </Button>
        {footer}
      </div>
    </div>
  )
}

/** One pasted cell is a normal paste; several are rows. */
const nothing = () => {}

function pasteBlock(event: ClipboardEvent, onCells: (cells: string[][]) => void): void {
  const cells = pastedCells(event.clipboardData.getData('text/plain'))
  if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return
  event.preventDefault()
  onCells(cells)
}

// As text, so that a row without a change in its errors is not drawn again.
function errorsOf(errors: Record<string, ReactNode>, prefix: string): string {
  const own = Object.entries(errors).filter(([path]) => path.startsWith(prefix))
  if (own.length === 0) return ''
  return JSON.stringify(Object.fromEntries(own.map(([path, text]) => [path.slice(prefix.length), String(text)])))
}

type SumRowProps<Row> = { columns: readonly LineColumn<Row>[]; sums: Record<string, ReactNode> }

function SumRow<Row>({ columns, sums }: SumRowProps<Row>) {
  const { t } = useTranslation('common')
  return (
    <tfoot className={classes.sums}>
      <tr>
        <td />
        {columns.map(({ name, figures }, position) =>
          position === 0 ? (
            <th key={name} scope="row">
              {t('lines.sum')}
            </th>
          ) : (
            <td key={name} className={figures && classes.figures}>
              {sums[name]}
            </td>
          ),
        )}
        <td className={classes.buttons} />
      </tr>
    </tfoot>
  )
}
