import { Button, Checkbox, NativeSelect, Title } from '@mantine/core'
import { type ClipboardEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoteKind } from '#contract/documents/note-kinds.ts'
import type { NoteDraft } from '#contract/documents/notes.ts'
import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import IconReturnAll from '~icons/tabler/arrow-back-up-double'
import { unitLabel } from '../catalog/unitChoices.ts'
import totalsClasses from '../documents/items/DocumentItems.module.css'
import { localName } from '../i18n/localName.ts'
import { useFieldLabel } from '../i18n/useFieldLabel.ts'
import { LotScopeContext } from '../lots/LotScope.ts'
import { RowLots } from '../lots/RowLots.tsx'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { focusNextCellOnEnter } from '../ui/lines/focusNextCellOnEnter.ts'
import { pastedCells } from '../ui/lines/pastedCells.ts'
import classes from './NoteLines.module.css'
import {
  creditable,
  draftTotals,
  type NoteLineRow,
  returnable,
  returnedInOtherUnit,
  returnedLines,
  sentIndex,
} from './noteLine.ts'
import { pastedNote } from './pastedNote.ts'

type NoteLinesProps = { kind: NoteKind; draft: NoteDraft; form: SchemaForm }

/** The rows of the document with what is left of each, and what the note takes. */
export function NoteLines({ kind, draft, form: { form } }: NoteLinesProps) {
  const { t } = useTranslation('notes')
  const label = useFieldLabel(kind.name)
  const [rows, setRows] = useState(form.getValues().lines as NoteLineRow[])
  form.watch('lines', ({ value }) => setRows(value as NoteLineRow[]))
  const returnAll = () => form.setFieldValue('lines', returnedLines(draft))
  const columns = kind.lowers
    ? (['sold', 'left', 'quantity', 'price', 'amount'] as const)
    : (['sold', 'left', 'amount'] as const)
  const { unknown, paste } = usePastedNote({ draft, lowers: kind.lowers }, rows, (next) =>
    form.setFieldValue('lines', next),
  )
  return (
    <section className={classes.lines} onPaste={paste}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {t('sections.lines')}
        </Title>
        {kind.lowers && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconReturnAll className="turns" aria-hidden />}
            onClick={returnAll}
          >
            {t('actions.return_all')}
          </Button>
        )}
      </div>
      <p className={classes.hint}>{t(kind.lowers ? 'sections.lines_lower' : 'sections.lines_raise')}</p>
      {form.errors.lines && (
        <p role="alert" className={classes.error} data-field="lines">
          {form.errors.lines}
        </p>
      )}
      {unknown.length > 0 && (
        <p role="alert" className={classes.error}>
          {t('sections.lines_unknown')} <bdi>{unknown.slice(0, 20).join('، ')}</bdi>
        </p>
      )}
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('columns.product')}</th>
              {columns.map((column) => (
                <th key={column} scope="col" className={classes.figures}>
                  {column === 'sold' || column === 'left' ? t(`columns.${column}`) : label(column)}
                </th>
              ))}
            </tr>
          </thead>
          {/* Enter walks on as it does on an invoice; it does not issue a note that is half typed. */}
          <tbody onKeyDown={(event) => focusNextCellOnEnter(event, () => undefined)}>
            {draft.lines.map((line, index) => (
              <Row
                key={line.line_number}
                kind={kind}
                draft={draft}
                form={form}
                rows={rows}
                index={index}
                columns={columns}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Totals kind={kind} draft={draft} rows={rows} />
    </section>
  )
}

/** By the very functions the server uses, so nothing jumps after issuing. */
function Totals({ kind, draft, rows }: Pick<NoteLinesProps, 'kind' | 'draft'> & { rows: readonly NoteLineRow[] }) {
  const { t } = useTranslation('documents')
  const totals = draftTotals(kind, draft, rows)
  return (
    <dl className={totalsClasses.totals} aria-live="polite">
      {(['subtotal', 'tax', 'total'] as const).map((name) => (
        <div key={name} className={name === 'total' ? totalsClasses.grand : undefined}>
          <dt>{t(`totals.${name}`)}</dt>
          <dd>
            <Amount value={totals[name]} currency={draft.currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type RowProps = {
  kind: NoteKind
  draft: NoteDraft
  form: SchemaForm['form']
  rows: readonly NoteLineRow[]
  index: number
  columns: readonly string[]
}

function Row({ kind, draft, form, rows, index, columns }: RowProps) {
  const { t } = useTranslation('notes')
  const label = useFieldLabel(kind.name)
  const line = draft.lines[index] as NoteDraft['lines'][number]
  return (
    <tr>
      <td data-label={t('columns.product')}>
        <div>
          <bdi>{localName({ name: line.product_name, name_en: line.product_name_en })}</bdi>
          {kind.lowers && line.stated && <Unit line={line} form={form} rows={rows} index={index} />}
          {kind.lowers && <LotsOfLine line={line} form={form} rows={rows} index={index} />}
          {kind.name === 'credit_note' && line.is_delivered && <Stays form={form} rows={rows} index={index} />}
        </div>
      </td>
      <td data-label={t('columns.sold')} className={classes.figures}>
        <Num>{`${formatPlain(line.quantity)} × ${formatNumber(line.price, 6, draft.currency.decimals)}`}</Num>
      </td>
      <td data-label={t('columns.left')} className={classes.figures}>
        <span>
          <Num>{formatPlain(returnable(line))}</Num> · <Amount value={creditable(line)} currency={draft.currency} />
        </span>
      </td>
      {columns.slice(2).map((column) => (
        <td key={column} data-label={label(column)} className={classes.figures}>
          <Figure
            form={form}
            rows={rows}
            index={index}
            name={column as FigureProps['name']}
            label={`${label(column)} ${index + 1}`}
            decimals={draft.currency.decimals}
          />
        </td>
      ))}
    </tr>
  )
}

/** The batches or serial numbers that come back, where a quantity does. */
function LotsOfLine({ line, form, rows, index }: StaysProps & { line: NoteDraft['lines'][number] }) {
  const row = rows[index] as NoteLineRow
  const date = useWatched(form, 'note_date')
  const place_id = useWatched(form, 'place_id')
  const scope = useMemo(() => ({ way: 'in' as const, date, place_id }), [date, place_id])
  if (row.quantity.trim() === '') return null
  const field = `lines.${sentIndex(rows, index)}.lots`
  const error = Object.entries(form.errors).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1]
  return (
    <LotScopeContext value={scope}>
      <RowLots
        product_id={String(line.product_id)}
        quantity={row.product_unit_id ? '' : row.quantity}
        lots={row.lots ?? []}
        onChange={(lots) => putRow(form, rows, index, { lots })}
        field={field}
        number={index + 1}
      />
      {error && (
        <span role="alert" className={classes.error}>
          {error}
        </span>
      )}
    </LotScopeContext>
  )
}

/** Returned in the unit of the row, or in the product's own. */
function Unit({ line, form, rows, index }: StaysProps & { line: NoteDraft['lines'][number] }) {
  const { t } = useTranslation('common')
  const { stated } = line
  if (!stated) return null
  const own = localName({ name: line.unit ?? '', name_en: line.unit_en })
  const row = rows[index] as NoteLineRow
  const path = `lines.${sentIndex(rows, index)}.product_unit_id`
  return (
    <NativeSelect
      size="xs"
      mt={6}
      aria-label={`${t('fields.product_unit_id')} ${index + 1}`}
      data-field={path}
      error={form.errors[path]}
      value={row.product_unit_id ?? ''}
      data={[
        { value: '', label: own },
        {
          value: String(line.product_unit_id),
          label: unitLabel({ name: stated.unit, name_en: stated.unit_en, content: stated.content }),
        },
      ]}
      onChange={({ currentTarget: { value } }) => {
        form.clearFieldError(path)
        putRow(form, rows, index, returnedInOtherUnit(row, line, value))
      }}
    />
  )
}

type StaysProps = Pick<FigureProps, 'form' | 'rows' | 'index'>

/** Delivered goods come back with their credit note unless this says that they stay: they then wait for another invoice. */
function Stays({ form, rows, index }: StaysProps) {
  const label = useFieldLabel('credit_note')
  const row = rows[index] as NoteLineRow
  const path = `lines.${sentIndex(rows, index)}.stays_delivered`
  const isSent = row.quantity.trim() !== ''
  return (
    <Checkbox
      size="xs"
      mt={6}
      label={label('stays_delivered')}
      disabled={!isSent}
      checked={isSent && Boolean(row.stays_delivered)}
      data-field={isSent ? path : undefined}
      error={isSent ? form.errors[path] : undefined}
      onChange={({ currentTarget: { checked } }) => {
        form.clearFieldError(path)
        putRow(form, rows, index, { stays_delivered: checked })
      }}
    />
  )
}

const putRow = (form: StaysProps['form'], rows: readonly NoteLineRow[], index: number, change: Partial<NoteLineRow>) =>
  form.setFieldValue(
    'lines',
    rows.map((one, place) => (place === index ? { ...one, ...change } : one)),
  )

type FigureProps = {
  form: SchemaForm['form']
  rows: readonly NoteLineRow[]
  index: number
  name: 'quantity' | 'price' | 'amount'
  label: string
  decimals: number
}

function Figure({ form, rows, index, name, label, decimals }: FigureProps) {
  // Errors are numbered by the rows that are sent.
  const path = `lines.${sentIndex(rows, index)}.${name}`
  const row = rows[index] as NoteLineRow
  const isSent = row.quantity.trim() !== '' || row.amount.trim() !== ''
  return (
    <FigureInput
      aria-label={label}
      value={row[name]}
      decimals={name === 'quantity' ? 0 : decimals}
      data-field={isSent ? path : undefined}
      error={isSent ? form.errors[path] : undefined}
      disabled={name === 'price' && row.quantity.trim() === ''}
      size="xs"
      onChange={(value) => {
        form.clearFieldError(path)
        putRow(form, rows, index, { [name]: value })
      }}
    />
  )
}

/** A block of cells from a spreadsheet: what is returned or credited of each product, and what the document does not have. */
function usePastedNote(
  of: { draft: NoteDraft; lowers: boolean },
  rows: readonly NoteLineRow[],
  onRows: (rows: NoteLineRow[]) => void,
) {
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const paste = (event: ClipboardEvent) => {
    const cells = pastedCells(event.clipboardData.getData('text/plain'))
    if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return
    event.preventDefault()
    const found = pastedNote(cells, of, rows)
    setUnknown(found.unknown)
    onRows(found.rows)
  }
  return { unknown, paste }
}
