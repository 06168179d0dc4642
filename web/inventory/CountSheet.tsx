import { Button, Input, TextInput, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countCalls } from '#contract/counts.ts'
import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import { useFreshOptions } from '../api/options.ts'
import { useUser } from '../api/session.ts'
import { piecesOfScan } from '../catalog/unitChoices.ts'
import { localName } from '../i18n/localName.ts'
import { LotScopeContext } from '../lots/LotScope.ts'
import { countedOfLots, type LotRow, sentLots, storedLotRows, withScannedLot } from '../lots/lotRow.ts'
import type { Values } from '../ui/form/FormScope.ts'
import { pastedCells } from '../ui/lines/pastedCells.ts'
import { ProductScan } from '../ui/scan/ProductScan.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { CountRow } from './CountRow.tsx'
import classes from './Counts.module.css'
import { CountTotals } from './CountTotals.tsx'
import { countedFigures, type HeldRow, type PostedCount, withoutCount } from './countFigures.ts'
import { pastedCounts, withMore } from './pastedCounts.ts'

type CountLine = { product_id: string; counted: string; lots?: StoredLots }
type StoredLots = Parameters<typeof storedLotRows>[0]
type CountSheetProps = { form: UseFormReturnType<Values>; date: string; place: string; posted: PostedCount | undefined }
const shownAtMost = 200

/** Every stocked product, with the book quantity and the counted quantity. Enter and the arrows move down the column. */
export function CountSheet({ form, date, place, posted }: CountSheetProps) {
  const { t } = useTranslation('catalog')
  const sheet = useFreshOptions(countCalls.sheet, { date, ...(place && { place_id: place }) })
  if (sheet.error && !sheet.data) return <FailedState error={sheet.error} onRetry={() => void sheet.refetch()} />
  if (!sheet.data) return <LoadingState />
  if (sheet.data.length === 0) return <p className={classes.hint}>{t('counts.none')}</p>
  return (
    <LotScopeContext value={{ way: 'count', date, place_id: place }}>
      <Sheet form={form} rows={posted ? withoutCount(sheet.data, posted, date) : sheet.data} />
    </LotScopeContext>
  )
}

function Sheet({ form, rows }: { form: UseFormReturnType<Values>; rows: readonly HeldRow[] }) {
  const { t } = useTranslation(['catalog', 'common'])
  const { decimals } = useUser().organization.currency
  const [counted, setCounted] = useState<Readonly<Record<string, string>>>(() => storedCounts(form))
  const [lots, setLots] = useState(() => lotsInForm(form))
  const [find, setFind] = useState('')
  const body = useRef<HTMLTableSectionElement>(null)
  // A count starts once its date and branch are known.
  useEffect(() => {
    const waiting = document.activeElement === document.body && !matchMedia('(pointer: coarse)').matches
    if (waiting) body.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
  }, [])
  const put = (next: Readonly<Record<string, string>>, named = lots) => {
    setCounted(next)
    setLots(named)
    form.setFieldValue('lines', linesOf(next, named), { forceUpdate: false })
    form.clearErrors()
  }
  const shown = useMemo(() => matching(rows, find), [rows, find])
  const values = rows.flatMap((row) => countedFigures(row, counted[row.id], decimals)?.value ?? [])
  const order = linesOf(counted).map((line) => line.product_id)
  const fillRest = () =>
    put({ ...Object.fromEntries(rows.map((row) => [String(row.id), String(row.quantity)])), ...filled(counted) })
  const { unknown, paste } = usePastedCounts(rows, (found) => put({ ...filled(counted), ...found }))
  return (
    <section className={classes.sheet} aria-label={t('counts.sheet')} onPaste={paste}>
      <Tools
        find={find}
        onFind={setFind}
        onEnter={() => body.current?.querySelector<HTMLElement>('input')?.focus()}
        onFill={fillRest}
      />
      <ProductScan
        onProduct={({ id, lot, ...product }) => {
          if (!rows.some((row) => row.id === id)) return { refused: t('common:scan.not_listed') }
          const quantity = withMore(storedCounts(form)[id], piecesOfScan(product, product.product_unit_id))
          if (quantity === null) return { refused: t('common:scan.not_a_number') }
          const own = lotsInForm(form)
          const named = lot && withScannedLot(own[id] ?? [], lot)
          if (lot && !named) return { refused: t('common:scan.serial_twice', { number: lot.number }) }
          put({ ...storedCounts(form), [id]: quantity }, named ? { ...own, [id]: named } : own)
          return { quantity }
        }}
      />
      <div className={classes.scroll}>
        <table className={classes.table}>
          <SheetHead />
          <tbody ref={body} onKeyDown={(event) => walkColumn(event)}>
            {shown.map((row) => (
              <CountRow
                key={row.id}
                row={row}
                typed={counted[row.id] ?? ''}
                figures={countedFigures(row, counted[row.id], decimals)}
                {...refusalOf(form, order.indexOf(String(row.id)))}
                onChange={(value) => put({ ...counted, [row.id]: value })}
                lots={lots[row.id] ?? []}
                onLots={(own) =>
                  put({ ...counted, [row.id]: countedOfLots(own, counted[row.id] ?? '') }, { ...lots, [row.id]: own })
                }
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === shownAtMost && <p className={classes.hint}>{t('counts.only_first', { count: shownAtMost })}</p>}
      <Unknown names={unknown} />
      {form.errors.lines && <Input.Error>{t('counts.nothing_counted')}</Input.Error>}
      <CountTotals values={values} counted={order.length} total={rows.length} />
    </section>
  )
}

type ToolsProps = { find: string; onFind: (find: string) => void; onEnter: () => void; onFill: () => void }

function Tools({ find, onFind, onEnter, onFill }: ToolsProps) {
  const { t } = useTranslation('catalog')
  return (
    <div className={classes.head}>
      <div>
        <Title order={2} size="h3">
          {t('counts.sheet')}
        </Title>
        <p className={classes.hint}>{t('counts.sheet_detail')}</p>
      </div>
      <div className={classes.tools}>
        <TextInput
          aria-label={t('fields.stock_count.find')}
          placeholder={t('fields.stock_count.find')}
          value={find}
          onChange={(event) => onFind(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            onEnter()
          }}
        />
        <Button variant="default" onClick={onFill}>
          {t('counts.fill')}
        </Button>
      </div>
    </div>
  )
}

/** A block of cells from a spreadsheet: what was counted of each product, and what is not on the sheet. */
function usePastedCounts(rows: readonly HeldRow[], onFound: (counted: Record<string, string>) => void) {
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const paste = (event: ClipboardEvent) => {
    const cells = pastedCells(event.clipboardData.getData('text/plain'))
    if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return
    event.preventDefault()
    const found = pastedCounts(cells, rows)
    setUnknown(found.unknown)
    onFound(found.counted)
  }
  return { unknown, paste }
}

function Unknown({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('catalog')
  if (names.length === 0) return null
  return (
    <p className={classes.hint} role="alert">
      {t('counts.not_found')} <bdi>{names.slice(0, 20).join('، ')}</bdi>
    </p>
  )
}

function SheetHead() {
  const { t } = useTranslation('catalog')
  return (
    <thead>
      <tr>
        <th scope="col">{t('fields.stock_count.name')}</th>
        <th scope="col" className={classes.unit}>
          {t('fields.stock_count.unit')}
        </th>
        {(['book_quantity', 'counted', 'difference', 'value'] as const).map((name) => (
          <th key={name} scope="col" className={classes.figures}>
            {t(`fields.stock_count.${name}`)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Enter and the arrow keys go to the same cell of the next or previous row, as on a sheet of paper. */
function walkColumn(event: React.KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : 0
  if (step === 0 || event.nativeEvent.isComposing) return
  event.preventDefault()
  const cells = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')]
  cells[cells.indexOf(event.target as HTMLInputElement) + step]?.focus()
}

const storedCounts = (form: UseFormReturnType<Values>) =>
  Object.fromEntries(((form.getValues().lines ?? []) as CountLine[]).map((line) => [line.product_id, line.counted]))
const filled = (counted: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(counted).filter(([, value]) => value.trim() !== ''))
const lotsInForm = (form: UseFormReturnType<Values>): Lots =>
  Object.fromEntries(
    ((form.getValues().lines ?? []) as CountLine[]).map((line) => [line.product_id, storedLotRows(line.lots)]),
  )
type Lots = Readonly<Record<string, LotRow[]>>
const linesOf = (counted: Readonly<Record<string, string>>, lots: Lots = {}) =>
  Object.entries(filled(counted)).map(([product_id, value]) => ({
    product_id,
    counted: value,
    ...(lots[product_id]?.length && { lots: sentLots(lots[product_id]) }),
  }))

function matching(rows: readonly HeldRow[], find: string): readonly HeldRow[] {
  const wanted = normalizeForSearch(find)
  const found =
    wanted === ''
      ? rows
      : rows.filter((row) => normalizeForSearch(`${row.code} ${localName(row)} ${row.name}`).includes(wanted))
  return found.slice(0, shownAtMost)
}

/** The server's name for a row, by its position among the counted ones, and its errors. */
function refusalOf({ errors }: UseFormReturnType<Values>, index: number) {
  const row = `lines.${index}`
  const named = Object.keys(errors).find((path) => path === `${row}.lots` || path.startsWith(`${row}.lots.`))
  const field = named ?? (errors[`${row}.product_id`] ? `${row}.product_id` : `${row}.counted`)
  return { field, error: errors[field] }
}
