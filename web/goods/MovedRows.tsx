import { Button, NativeSelect, Title } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPlain } from '#contract/paper/format-number.ts'
import { useAvailable } from '../accounting-ui/useAvailable.ts'
import { piecesOfScan } from '../catalog/unitChoices.ts'
import { localName } from '../i18n/localName.ts'
import { type LotScope, LotScopeContext } from '../lots/LotScope.ts'
import { isScannedTwice, type LotRow } from '../lots/lotRow.ts'
import { RowLots } from '../lots/RowLots.tsx'
import classes from '../notes/NoteLines.module.css'
import { Num } from '../ui/cells/Num.tsx'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { focusNextCellOnEnter } from '../ui/lines/focusNextCellOnEnter.ts'
import { QuantityInput } from '../ui/quantity/QuantityInput.tsx'
import { ProductScan } from '../ui/scan/ProductScan.tsx'
import { type MovedRow, movedIndex, movedInOtherUnit, withScan } from './goodsRows.ts'

type MovedRowsProps = { form: SchemaForm; hint: string; way: LotScope['way']; dateField?: string }

/** The goods with what is left of each, what is there, and how much moves. */
export function MovedRows({ form: { form }, hint, way, dateField = 'note_date' }: MovedRowsProps) {
  const { t } = useTranslation('goods')
  const rows = useRows(form)
  const put = (change: (row: MovedRow, place: number) => MovedRow) => form.setFieldValue('items', rows.map(change))
  const date = useWatched(form, dateField)
  const place_id = useWatched(form, 'place_id')
  const scope = useMemo(() => ({ way, date, place_id }), [way, date, place_id])
  const hasStock = rows.some(hasFigures)
  return (
    <LotScopeContext value={scope}>
      <section className={classes.lines}>
        <div className={classes.head}>
          <Title order={2} size="h3">
            {t('rows.title')}
          </Title>
          <Button
            variant="default"
            size="xs"
            onClick={() => put((row) => ({ ...row, product_unit_id: '', quantity: String(row.open) }))}
          >
            {t('rows.all')}
          </Button>
        </div>
        <p className={classes.hint}>{hint}</p>
        {form.errors.items && (
          <p role="alert" className={classes.error} data-field="items">
            {form.errors.items}
          </p>
        )}
        <GoodsScan form={form} />
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('rows.product')}</th>
                {(['open', ...(hasStock ? (['on_hand', 'available'] as const) : []), 'quantity'] as const).map(
                  (column) => (
                    <th key={column} scope="col" className={classes.figures}>
                      {t(`rows.${column}`)}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody onKeyDown={(event) => focusNextCellOnEnter(event, () => undefined)}>
              {rows.map((row, index) => (
                <tr key={row.id}>
                  <td data-label={t('rows.product')}>
                    <bdi>{localName(row)}</bdi>
                    {row.unit && (
                      <>
                        {' · '}
                        <bdi>{row.unit}</bdi>
                      </>
                    )}
                    <LotsOfMoved
                      form={form}
                      rows={rows}
                      index={index}
                      onChange={(lots) => put((one, at) => (at === index ? { ...one, lots } : one))}
                    />
                  </td>
                  {(['open', ...(hasStock ? (['on_hand', 'available'] as const) : [])] as const).map((column) => (
                    <td key={column} data-label={t(`rows.${column}`)} className={classes.figures}>
                      {row[column] === null ? null : <Num>{formatPlain(row[column])}</Num>}
                    </td>
                  ))}
                  <td data-label={t('rows.quantity')} className={classes.figures}>
                    <Quantity
                      form={form}
                      rows={rows}
                      index={index}
                      onChange={(quantity) => put((one, place) => (place === index ? { ...one, quantity } : one))}
                    />
                    <UnitOfRow
                      row={row}
                      index={index}
                      onChange={(unit) => put((one, place) => (place === index ? movedInOtherUnit(one, unit) : one))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </LotScopeContext>
  )
}

/** The rows as they are typed, with what is there of them in the place of the form. */
function useRows(form: SchemaForm['form']): MovedRow[] {
  const [typed, setRows] = useState(form.getValues().items as MovedRow[])
  form.watch('items', ({ value }) => setRows(value as MovedRow[]))
  const stocked = typed.filter(hasFigures).map(({ product_id }) => String(product_id))
  return inPlace(typed, useAvailable(form, stocked))
}

const hasFigures = ({ on_hand }: MovedRow) => on_hand !== null

/** The rows with what is there of them in the place of the form. */
const inPlace = (rows: readonly MovedRow[], availableOf: ReturnType<typeof useAvailable>) =>
  rows.map((row) => ({
    ...row,
    ...(hasFigures(row) && availableOf?.(String(row.product_id))),
    product_id: row.product_id,
  }))

/** The batches of what moves; their problems are numbered by the rows that are sent. */
function LotsOfMoved({
  form,
  rows,
  index,
  onChange,
}: Omit<QuantityProps, 'onChange'> & { onChange: (lots: LotRow[]) => void }) {
  const place = movedIndex(rows, index)
  const row = rows[index] as MovedRow
  if (place === null) return null
  const field = `items.${place}.lots`
  const error = Object.entries(form.errors).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1]
  return (
    <>
      <RowLots
        product_id={String(row.product_id)}
        quantity={row.product_unit_id ? '' : row.quantity}
        lots={row.lots ?? []}
        onChange={onChange}
        field={field}
        number={index + 1}
      />
      {error && (
        <span role="alert" className={classes.error}>
          {error}
        </span>
      )}
    </>
  )
}

/** Scanned pieces: the first one begins with nothing of what was proposed. */
function GoodsScan({ form }: Pick<SchemaForm, 'form'>) {
  const { t } = useTranslation('common')
  const isScanned = useRef(false)
  return (
    <ProductScan
      onProduct={(product) => {
        const pieces = piecesOfScan(product, product.product_unit_id)
        const { lot } = product
        const rows = form.getValues().items as MovedRow[]
        if (isScannedTwice(rows, lot)) return { refused: t('scan.serial_twice', { number: lot?.number }) }
        const scan = withScan(rows, product.id, !isScanned.current, { pieces, lot })
        if ('refused' in scan) return { refused: t(`scan.${scan.refused}`) }
        isScanned.current = true
        form.setFieldValue('items', scan.rows)
        return scan
      }}
    />
  )
}

/** Goods of a row in cartons move in cartons, or in the product's own unit. */
function UnitOfRow({ row, index, onChange }: { row: MovedRow; index: number; onChange: (unit: string) => void }) {
  const { t } = useTranslation('common')
  if (!row.stated) return null
  return (
    <NativeSelect
      size="xs"
      mt={6}
      aria-label={`${t('fields.product_unit_id')} ${index + 1}`}
      value={row.product_unit_id ?? ''}
      data={[
        { value: '', label: row.unit ?? t('own_unit') },
        { value: String(row.stated.id), label: row.stated.label },
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type QuantityProps = {
  form: SchemaForm['form']
  rows: readonly MovedRow[]
  index: number
  onChange: (quantity: string) => void
}

function Quantity({ form, rows, index, onChange }: QuantityProps) {
  const { t } = useTranslation('goods')
  const place = movedIndex(rows, index)
  const names = ['quantity', 'order_line_id', 'goods_line_id', 'product_id']
  const paths = place === null ? [] : names.map((name) => `items.${place}.${name}`)
  const error = paths.map((path) => form.errors[path]).find(Boolean)
  return (
    <QuantityInput
      aria-label={`${t('rows.quantity')} ${index + 1}`}
      value={(rows[index] as MovedRow).quantity}
      decimals={0}
      data-field={paths[0]}
      error={error}
      size="xs"
      onChange={(value) => {
        for (const path of paths) form.clearFieldError(path)
        onChange(value)
      }}
    />
  )
}
