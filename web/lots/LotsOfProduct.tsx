import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { lotChoicesCall } from '#contract/lots/lots.ts'
import { formatPlain } from '#contract/paper/format-number.ts'
import { decimal, parseDecimal } from '#ledger/money.ts'
import IconPlus from '~icons/tabler/plus'
import IconRemove from '~icons/tabler/trash'
import type { AnswerOf } from '../api/options.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { DayInput } from '../ui/fields/DayInput.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import type { LotScope } from './LotScope.ts'
import { type LotRow, lotNumberOf, proposedLots, serialsOf, storedLotRows, totalOfLots } from './lotRow.ts'
import classes from './RowLots.module.css'
import { StatedLots } from './StatedLots.tsx'

export type RowLotsProps = {
  product_id: string
  /** Of the row, in the product's own unit. */
  quantity: string
  lots: readonly LotRow[]
  onChange: (lots: LotRow[]) => void
  /** The field of the list: `items.0.lots`. */
  field: string
  /** The number of the row, for its names. */
  number: number
}

type Scoped = RowLotsProps & LotScope

/** The batches or serial numbers of a row, once it is known that its product has them. */
export function LotsOfProduct(props: Scoped) {
  const { product_id, place_id, date } = props
  const { data } = useCallQuery(lotChoicesCall, { product_id, ...(place_id && { place_id }), ...(date && { date }) })
  if (!data || data.tracking === 'none') return null
  return (
    <div className={classes.lots} data-field={props.field}>
      {data.tracking === 'serial' ? <Serials {...props} known={data} /> : <Batches {...props} known={data} />}
    </div>
  )
}

type KnownProduct = Scoped & { known: AnswerOf<typeof lotChoicesCall> }

/** One serial number on each line: a scanner ends each with Enter. */
function Serials({ lots, quantity, onChange, way, known, number }: KnownProduct) {
  const { t } = useTranslation('lots')
  const stated = new Set(lots.map((lot) => lot.number))
  const offered = way !== 'in' ? known.lots.filter((lot) => !stated.has(lot.number)).slice(0, 8) : []
  return (
    <>
      <Textarea
        size="xs"
        autosize
        minRows={1}
        maxRows={8}
        label={t('serials')}
        aria-label={`${t('serials')} ${number}`}
        dir="ltr"
        defaultValue={lots.map((lot) => lot.number).join('\n')}
        key={lots.map((lot) => lot.number).join('\n')}
        // Enter and the arrows stay in the text, also on a sheet where they walk through the rows.
        onKeyDown={(event) => event.stopPropagation()}
        onBlur={(event) => onChange(serialsOf(event.currentTarget.value))}
      />
      <p className={classes.note}>{t('serials_of', { stated: lots.length, quantity: quantity || '0' })}</p>
      {offered.length > 0 && (
        <div className={classes.acts}>
          {offered.map((lot) => (
            <Button
              key={lot.number}
              size="compact-xs"
              variant="default"
              leftSection={<IconPlus aria-hidden />}
              onClick={() => onChange([...lots, { number: lot.number, expires_on: '', quantity: '1' }])}
            >
              <bdi>{lot.number}</bdi>
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

function Batches(props: KnownProduct) {
  const { lots, quantity, onChange, way, date, known, number } = props
  const { t } = useTranslation('lots')
  const proposal =
    lots.length > 0 || way === 'in'
      ? []
      : way === 'out'
        ? proposedLots(known.lots, quantity, date)
        : storedLotRows(known.lots)
  const whole = parseDecimal(quantity)
  const isOther = lots.length > 0 && whole !== null && !totalOfLots(lots).eq(decimal(whole))
  const add = () => onChange([...lots, { number: '', expires_on: '', quantity: lots.length === 0 ? quantity : '' }])
  return (
    <>
      {lots.map((lot, index) => (
        <Batch
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity while its number is typed
          key={index}
          lot={lot}
          name={`${number}.${index + 1}`}
          {...props}
          onLot={(next) => onChange(lots.flatMap((one, place) => (place === index ? (next ? [next] : []) : [one])))}
        />
      ))}
      {proposal.length > 0 && (
        <div>
          <p className={classes.note}>{t(way === 'out' ? 'proposed' : 'in_books')}</p>
          <StatedLots lots={proposal} />
        </div>
      )}
      {lots.length === 0 && way === 'in' && <p className={classes.note}>{t('name_batches')}</p>}
      {isOther && (
        <p className={classes.note} role="status">
          {t('comes_to', { stated: formatPlain(totalOfLots(lots)), quantity: formatPlain(decimal(whole)) })}
        </p>
      )}
      <div className={classes.acts}>
        {proposal.length > 0 && (
          <Button size="compact-xs" variant="default" onClick={() => onChange(proposal)}>
            {t('choose')}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus aria-hidden />}
          aria-label={`${t('add_batch')} ${number}`}
          onClick={add}
        >
          {t('add_batch')}
        </Button>
      </div>
    </>
  )
}

type BatchProps = KnownProduct & { lot: LotRow; name: string; onLot: (lot: LotRow | null) => void }

/** A known batch brings its day with it. */
function Batch({ lot, name, known, onLot }: BatchProps) {
  const { t } = useTranslation(['lots', 'common'])
  const list = useId()
  const stored = known.lots.find(({ number }) => number === lotNumberOf(lot.number))
  return (
    <div className={classes.lot} data-plain={!known.tracks_expiry || undefined}>
      <TextInput
        size="xs"
        aria-label={`${t('batch')} ${name}`}
        placeholder={t('batch')}
        value={lot.number}
        list={list}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => {
          const chosen = known.lots.find(({ number }) => number === lotNumberOf(value))
          onLot({ ...lot, number: value, expires_on: chosen ? (chosen.expires_on ?? '') : lot.expires_on })
        }}
      />
      <datalist id={list}>
        {known.lots.map(({ number, expires_on }) => (
          <option key={number} value={number} label={expires_on ?? undefined} />
        ))}
      </datalist>
      {known.tracks_expiry && (
        <div className={classes.day}>
          <DayInput
            size="xs"
            label={`${t('common:fields.expires_on')} ${name}`}
            labelProps={{ className: classes.unseen }}
            placeholder={t('common:fields.expires_on')}
            value={lot.expires_on}
            readOnly={stored !== undefined}
            onChange={(expires_on) => onLot({ ...lot, expires_on })}
            onWrong={(expires_on) => onLot({ ...lot, expires_on })}
          />
        </div>
      )}
      <FigureInput
        size="xs"
        aria-label={`${t('common:fields.quantity')} ${name}`}
        value={lot.quantity}
        onChange={(quantity) => onLot({ ...lot, quantity })}
      />
      <ActionIcon aria-label={`${t('remove')} ${name}`} onClick={() => onLot(null)}>
        <IconRemove aria-hidden />
      </ActionIcon>
    </div>
  )
}
