import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import { type YearClosing, yearCalls } from '#contract/years.ts'
import { request } from '../api/client.ts'
import { useUser } from '../api/session.ts'
import { localName } from '../i18n/localName.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { today } from '../ui/today.ts'
import { closingFigures } from './closingFigures.ts'
import classes from './Years.module.css'

/** A preview of closing the year, loaded each time the dialog opens. */
export function useClosing(id: number | null) {
  return useQuery({
    queryKey: [yearCalls.closing.path, 'answer', id],
    queryFn: async ({ signal }) =>
      (await request<{ data: YearClosing }>(yearCalls.closing, { params: { id: id ?? 0 }, signal })).data,
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  })
}

type ClosingPreviewProps = { closing: ReturnType<typeof useClosing>; endedAt: string; onLeave: () => void }

/** The profit that moves to retained earnings, by branch if there are several, and the obstacles. */
export function ClosingPreview({ closing, endedAt, onLeave }: ClosingPreviewProps) {
  const { t } = useTranslation('years')
  if (closing.error) return <FailedState error={closing.error} onRetry={() => void closing.refetch()} />
  if (!closing.data) return <LoadingState />
  const { obstacles } = closing.data
  // While an earlier year is open, the account balances include its profit.
  const isNext = obstacles.every(({ code }) => code !== 'year_order')
  return (
    <div className={classes.closing}>
      {endedAt > today() && <Text size="sm">{t('closing.not_ended', { date: endedAt })}</Text>}
      {isNext && <Profit closing={closing.data} />}
      {obstacles.length > 0 && <Obstacles closing={closing.data} endedAt={endedAt} onLeave={onLeave} />}
    </div>
  )
}

function Profit({ closing }: { closing: YearClosing }) {
  const { t } = useTranslation('years')
  const { currency } = useUser().organization
  const { word, amount, branches } = closingFigures(closing)
  if (branches.length === 0) return <Text size="sm">{t('closing.nothing')}</Text>
  return (
    <dl className={classes.profit}>
      <dt>{t(`closing.${word}`)}</dt>
      <dd>
        <Amount value={amount} currency={currency} />
      </dd>
      {branches.length > 1 &&
        branches.map((branch) => (
          <div key={branch.id} className={classes.branch}>
            <dt>
              <bdi>{localName(branch)}</bdi>
            </dt>
            <dd>
              <Amount value={branch.amount} currency={currency} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

type Way = { to: string; search?: Record<string, unknown>; words: string }
type Params = YearClosing['obstacles'][number]['params']

/** Where each obstacle is cleared away: foreign money on the last day of the year, an earlier year in its row of the list. */
const waysOf = (endedAt: string, { started_at, ended_at }: Params): Record<string, Way> => ({
  year_order: { to: '/accounting/financial-years', search: { started_at, ended_at }, words: 'closing.earlier_year' },
  year_vat_not_filed: { to: '/accounting/vat-periods', words: 'closing.file_vat' },
  opening_not_cleared: { to: '/accounting/opening', words: 'closing.clear_opening' },
  year_needs_revaluation: { to: '/accounting/fx-revaluations', search: { date: endedAt }, words: 'closing.revalue' },
})

type ObstaclesProps = { closing: YearClosing; endedAt: string; onLeave: () => void }
function Obstacles({ closing: { obstacles, drafts }, endedAt, onLeave }: ObstaclesProps) {
  const { t } = useTranslation(['years', 'refusals'])
  const { currency } = useUser().organization
  return (
    <section className={classes.obstacles}>
      <Text fw={600} size="sm">
        {t('closing.obstacles')}
      </Text>
      <ul>
        {obstacles.map(({ code, params }) => {
          const way = waysOf(endedAt, params)[code]
          return (
            <li key={code}>
              {t(`refusals:${code}`, shown(params, currency.decimals))}
              {way && (
                <Link to={way.to} search={way.search} className="link" onClick={onLeave}>
                  {t(way.words)}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
      {drafts.length > 0 && (
        <>
          <Text size="sm">{t('closing.drafts')}</Text>
          <ul>
            {drafts.map((draft) => (
              <li key={`${draft.kind} ${draft.id}`}>
                <Link to={draftPath(draft)} className="link" onClick={onLeave}>
                  <Num>{draft.number}</Num>
                </Link>
                <Num>{draft.date}</Num>
                <bdi>{localName({ name: draft.party ?? '', name_en: draft.party_en })}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/**
 * Figures as amounts are written; dates, figures and names stay in their own direction inside a sentence. A count stays
 * a number: it chooses the plural.
 */
const shown = (params: Params, decimals: number | undefined) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name === 'count'
        ? Number(value)
        : `${name === 'name' ? '\u2068' : '\u2066'}${name === 'amount' ? formatNumber(Number(value), decimals) : value}\u2069`,
    ]),
  )

const draftPath = ({ kind, id }: YearClosing['drafts'][number]) =>
  `${draftFolders[kind] ?? '/sales/invoices'}/${id}/view`
const draftFolders: Record<string, string> = {
  bill: '/purchases/bills',
  advance_invoice: '/sales/advance-invoices',
  journal_entry: '/accounting/journal-entries',
}
