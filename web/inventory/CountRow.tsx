import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type FormattableNumber, formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import type { Decimal } from '#ledger/money.ts'
import { useUser } from '../api/session.ts'
import { localName } from '../i18n/localName.ts'
import type { LotRow } from '../lots/lotRow.ts'
import { RowLots } from '../lots/RowLots.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { QuantityInput } from '../ui/quantity/QuantityInput.tsx'
import { CountedUnits } from './CountedUnits.tsx'
import classes from './Counts.module.css'
import type { HeldRow } from './countFigures.ts'

type CountRowProps = {
  row: HeldRow
  typed: string
  figures: { difference: Decimal; value: Decimal } | null
  /** The server's name for it, and its errors. */
  field: string
  error: ReactNode
  onChange: (typed: string) => void
  lots: LotRow[]
  onLots: (lots: LotRow[]) => void
}

/** One product: what the books say, what was found, and what that changes. */
export function CountRow({ row, typed, figures, field, error, onChange, lots, onLots }: CountRowProps) {
  const { t } = useTranslation('catalog')
  const { uses_lots } = useUser().organization
  const differs = figures !== null && !figures.difference.eq(0)
  const name = localName(row)
  const unit = localName({ name: row.unit, name_en: row.unit_en })
  return (
    <>
      <tr data-differs={differs || undefined} data-less={(differs && figures.difference.lt(0)) || undefined}>
        <td>
          <span className={classes.code}>
            <Num>{row.code}</Num>
          </span>
          <bdi>{name}</bdi>
          <span className={classes.unitBelow}>
            <bdi>{unit}</bdi>
          </span>
        </td>
        <td className={classes.unit}>
          <bdi>{unit}</bdi>
        </td>
        <td className={classes.figures}>
          <Num>{formatPlain(row.quantity)}</Num>
        </td>
        <td className={classes.counted}>
          <QuantityInput
            aria-label={`${t('fields.stock_count.counted')}: ${name}`}
            data-field={field}
            error={error}
            value={typed}
            onChange={onChange}
          />
          <CountedUnits name={name} units={row.units} typed={typed} onChange={onChange} />
        </td>
        <td className={classes.figures}>{figures && <Num>{signed(formatPlain, figures.difference)}</Num>}</td>
        <td className={classes.figures}>{figures && <Num>{signed(formatNumber, figures.value)}</Num>}</td>
      </tr>
      {row.tracking !== 'none' && uses_lots && (
        <tr data-lots>
          <td colSpan={6}>
            <RowLots
              product_id={String(row.id)}
              quantity={typed}
              lots={lots}
              onChange={onLots}
              field={field.replace(/counted$/, 'lots')}
              number={row.id}
            />
          </td>
        </tr>
      )}
    </>
  )
}

const signed = (format: (value: FormattableNumber) => string, value: Decimal): string =>
  value.gt(0) ? `+${format(value)}` : format(value)
