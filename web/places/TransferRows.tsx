import { Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPlain } from '#contract/paper/format-number.ts'
import { placeStockCall } from '#contract/places/transfers.ts'
import { groupThousands } from '#ledger/group-thousands.ts'
import { type AnswerOf, useFreshOptions } from '../api/options.ts'
import { UnitSelect } from '../catalog/UnitSelect.tsx'
import { piecesOfScan, unitLabel } from '../catalog/unitChoices.ts'
import { localName } from '../i18n/localName.ts'
import { LotScopeContext } from '../lots/LotScope.ts'
import { isScannedTwice } from '../lots/lotRow.ts'
import { RowLots } from '../lots/RowLots.tsx'
import { StatedLots } from '../lots/StatedLots.tsx'
import { Num } from '../ui/cells/Num.tsx'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import type { LineColumn } from '../ui/lines/LineColumn.ts'
import { LineSelect } from '../ui/lines/LineSelect.tsx'
import { LinesEditor } from '../ui/lines/LinesEditor.tsx'
import { useLines } from '../ui/lines/useLines.ts'
import { QuantityInput } from '../ui/quantity/QuantityInput.tsx'
import { ProductScan } from '../ui/scan/ProductScan.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import classes from './Places.module.css'
import { emptyTransferRow, type TransferRow, withOneMore } from './transferRow.ts'

type PlaceStock = AnswerOf<typeof placeStockCall>

/** The goods that go: what the place has on the day of the transfer can be chosen or scanned. */
export function TransferRows({ form }: { form: SchemaForm }) {
  const { t } = useTranslation('places')
  const place_id = String(useWatched(form.form, 'from_place_id') ?? '')
  const date = String(useWatched(form.form, 'transfer_date') ?? '')
  return (
    <section className={classes.rows} aria-label={t('sections.items')}>
      <Title order={2} size="h3">
        {t('sections.items')}
      </Title>
      {place_id === '' || date === '' ? (
        <p className={classes.hint}>{t('choose_place')}</p>
      ) : (
        <RowsOfPlace key={place_id} form={form} place_id={place_id} date={date} />
      )}
    </section>
  )
}

function RowsOfPlace({ form, place_id, date }: { form: SchemaForm; place_id: string; date: string }) {
  const { t } = useTranslation(['places', 'common'])
  const stock = useFreshOptions(placeStockCall, { place_id, date })
  const lines = useLines<TransferRow>(form, 'items', emptyTransferRow)
  const held = stock.data
  const columns = useMemo(() => columnsOf(held ?? []), [held])
  const scope = useMemo(() => ({ way: 'out' as const, date, place_id }), [date, place_id])
  if (stock.error && !held) return <FailedState error={stock.error} onRetry={() => void stock.refetch()} />
  if (held?.length === 0) return <p className={classes.hint}>{t('nothing_here')}</p>
  return (
    <LotScopeContext value={scope}>
      <ProductScan
        onProduct={(product) => {
          const found = held?.find(({ id }) => id === product.id)
          if (held && !found) return { refused: t('not_here') }
          if (isScannedTwice(lines.rows(), product.lot))
            return { refused: t('common:scan.serial_twice', { number: product.lot?.number }) }
          const scanned = withOneMore(lines.rows(), {
            product_id: String(product.id),
            label: localName(product),
            pieces: piecesOfScan(product, product.product_unit_id),
            lot: product.lot,
          })
          if (!scanned) return { refused: t('common:scan.not_a_number') }
          lines.replace(scanned.rows)
          return { quantity: scanned.quantity }
        }}
      />
      <LinesEditor name="items" lines={lines} columns={columns} confirmable={hasProduct} />
    </LotScopeContext>
  )
}

const hasProduct = ({ product_id }: TransferRow) => product_id !== ''

function columnsOf(held: readonly PlaceStock[]): readonly LineColumn<TransferRow>[] {
  const of = ({ product_id }: TransferRow) => held.find(({ id }) => String(id) === product_id)
  const choices = held.map((row) => ({ value: String(row.id), label: `${row.code} ${localName(row)}` }))
  return [
    {
      name: 'product_id',
      also: ['lots'],
      isWholeOnCard: true,
      read: (row) => (
        <>
          <bdi>{nameOf(of(row), row)}</bdi>
          <StatedLots lots={row.lots ?? []} />
        </>
      ),
      edit: ({ row, change, control }) => (
        <>
          <LineSelect
            control={control}
            value={row.product_id}
            unknown={row.label ?? ''}
            choices={
              row.product_id === '' || of(row)
                ? choices
                : [{ value: row.product_id, label: row.label ?? '' }, ...choices]
            }
            onChange={(id) => {
              const chosen = held.find((one) => String(one.id) === id)
              if (chosen) change({ ...ownUnit, product_id: id, label: localName(chosen), lots: [] })
            }}
          />
          <RowLots
            product_id={row.product_id}
            quantity={row.product_unit_id ? '' : row.quantity}
            lots={row.lots ?? []}
            onChange={(lots) => change({ lots })}
            field={control['data-field'].replace(/product_id$/, 'lots')}
            number={Number(control['data-field'].split('.')[1]) + 1}
          />
        </>
      ),
    },
    {
      name: 'available',
      width: '130px',
      figures: true,
      read: (row) => <Num>{row.product_id === '' ? '' : formatPlain(of(row)?.quantity ?? 0)}</Num>,
    },
    {
      name: 'quantity',
      also: ['product_unit_id'],
      width: '130px',
      figures: true,
      read: (row) => (
        <>
          <Num>{groupThousands(row.quantity)}</Num> <bdi>{row.unit_label}</bdi>
        </>
      ),
      edit: ({ row, change, control }) => (
        <>
          <QuantityInput {...control} value={row.quantity} decimals={0} onChange={(quantity) => change({ quantity })} />
          <UnitSelect
            control={{ ...control, 'data-field': control['data-field'].replace(/quantity$/, 'product_unit_id') }}
            product_id={row.product_id}
            value={row.product_unit_id ?? ''}
            label={row.unit_label ?? ''}
            onChange={(unit) =>
              change(
                unit
                  ? { product_unit_id: String(unit.id), unit_label: unitLabel(unit), content: String(unit.content) }
                  : ownUnit,
              )
            }
          />
        </>
      ),
    },
  ]
}

const ownUnit = { product_unit_id: '', unit_label: '', content: '' }

const nameOf = (found: PlaceStock | undefined, row: TransferRow) => (found ? localName(found) : (row.label ?? ''))
