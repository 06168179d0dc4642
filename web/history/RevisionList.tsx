import { useTranslation } from 'react-i18next'
import type { Revision } from '#contract/history.ts'
import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import { decimal, parseDecimal } from '#ledger/money.ts'
import { useUser } from '../api/session.ts'
import { useCurrencyOf } from '../api/useCurrencyOf.ts'
import { BidiText } from '../i18n/BidiText.tsx'
import { ByPosition } from '../ui/ByPosition.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './History.module.css'

const instant = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Riyadh',
  dateStyle: 'short',
  timeStyle: 'short',
  hour12: false,
})

/** The versions before each correction: who changed it when, its date and figures. */
export function RevisionList({ revisions }: { revisions: readonly Revision[] }) {
  const { t } = useTranslation('history')
  return (
    <ol className={classes.revisions}>
      {revisions.map(({ revision, revised_at, revised_by, body }) => (
        <li key={revision}>
          <header>
            <strong>
              <BidiText>
                {t('revisions.number')} <Num>{revision}</Num>
              </BidiText>
            </strong>
            <Num>{instant.format(new Date(revised_at))}</Num>
            {revised_by && <bdi>{revised_by}</bdi>}
            <span>
              <BidiText>
                {t('revisions.dated')} <Num>{String(body.date ?? '')}</Num>
              </BidiText>
            </span>
            <Amount body={body} />
          </header>
          <Items body={body} />
        </li>
      ))}
    </ol>
  )
}

type Body = Revision['body']
const figure = (value: unknown) => decimal(parseDecimal(String(value ?? '0')) ?? '0')

function Amount({ body }: { body: Body }) {
  const { t } = useTranslation('history')
  const decimals = useDecimals(body)
  if (body.amount === undefined) return null
  return (
    <span>
      <BidiText>
        {t('revisions.amount')} <Num>{formatNumber(figure(body.amount), decimals)}</Num>
      </BidiText>
    </span>
  )
}

/** Those of the currency it was entered in. */
function useDecimals({ currency_id }: Body): number {
  const { currency } = useUser().organization
  return (useCurrencyOf()(currency_id) ?? currency).decimals
}

type Item = { product_name?: string | null; quantity: string; unit_quantity?: string | null; price: string }
/** A document's rows as they were. */
function Items({ body }: { body: Body }) {
  const decimals = useDecimals(body)
  if (!Array.isArray(body.items)) return null
  return (
    <ul className={classes.items}>
      <ByPosition items={body.items as Item[]}>
        {(item) => (
          <li>
            <bdi>{item.product_name}</bdi>{' '}
            <Num>
              {formatPlain(figure(item.unit_quantity ?? item.quantity))} ×{' '}
              {formatNumber(figure(item.price), 6, decimals)}
            </Num>
          </li>
        )}
      </ByPosition>
    </ul>
  )
}
