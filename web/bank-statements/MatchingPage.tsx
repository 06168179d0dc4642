import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BankStatementLine, lineStates } from '#contract/imports/bank-line.ts'
import {
  type BankStatementAnswer,
  type BankStatementRow,
  bankStatementCalls,
} from '#contract/imports/bank-statements.ts'
import type { ListAnswer } from '#contract/kit/envelope.ts'
import { decimal } from '#ledger/money.ts'
import { request } from '../api/client.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { localName } from '../i18n/localName.ts'
import { bankPath, bankStatementsPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { PeriodDays } from '../ui/cells/PeriodDays.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { PageSlots } from '../ui/pager/PageSlots.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import classes from './BankStatements.module.css'
import { MatchingTable } from './MatchingTable.tsx'

/**
 * One statement: the bank's lines on the left, our suggestions on the right. Enter accepts a suggestion, arrows move.
 */
export function MatchingPage() {
  const { t } = useTranslation('bankStatements')
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const answer = useQuery({
    queryKey: [bankStatementCalls.read.path, 'record', id],
    queryFn: async ({ signal }) =>
      (await request<{ data: BankStatementAnswer }>(bankStatementCalls.read, { params: { id }, signal })).data,
    staleTime: 0,
  })
  const statement = answer.data
  if (!statement) return <LoadingPage of={answer} title={t('names.bank_statement.one')} list={bankStatementsPath} />
  return (
    <>
      <PageHeader
        title={<bdi>{localName(statement.account)}</bdi>}
        detail={
          <span className={classes.facts}>
            <PeriodDays period={{ from: statement.from_date, to: statement.to_date }} />
            {statement.closing_balance !== null && (
              <span>
                {t('fields.bank_statement.closing_balance')}{' '}
                <Amount value={statement.closing_balance} currency={statement.currency} />
              </span>
            )}
          </span>
        }
      >
        <Reconcile statement={statement} />
      </PageHeader>
      <FromBooks statement={statement} />
      <Lines statement={statement} />
    </>
  )
}

/** How far the books are from the bank, and how much of it the open lines are. */
function FromBooks({ statement }: { statement: BankStatementAnswer }) {
  const { t } = useTranslation('bankStatements')
  const { closing_balance, book_balance, open_amount, currency } = statement
  if (closing_balance === null) return null
  const difference = decimal(closing_balance).minus(book_balance)
  const figures = [
    ['bank', decimal(closing_balance)],
    ['books', decimal(book_balance)],
    ['difference', difference],
    ['open', decimal(open_amount)],
    ['other', difference.minus(open_amount)],
  ] as const
  return (
    <dl className={classes.balances}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`from_books.${name}`)}</dt>
          <dd>
            <Amount value={value} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Reconcile({ statement }: { statement: BankStatementRow }) {
  const { t } = useTranslation('bankStatements')
  const navigate = useNavigate()
  const reconcile = useQuietMutation(bankStatementCalls.reconcile, (answer) => {
    const { id } = (answer as { data: { id: number } }).data
    void navigate({ to: `${bankPath}/${id}` })
  })
  if (statement.closing_balance === null) return null
  return (
    <Button
      variant={statement.lines_open === 0 ? 'filled' : 'default'}
      loading={reconcile.isPending}
      onClick={() => reconcile.mutate({ params: { id: statement.id } })}
    >
      {t('actions.reconcile')}
    </Button>
  )
}

/** The sure guesses of a statement, and what came of taking them. */
function useSure({ id, lines_open }: BankStatementRow) {
  const counts = useQuery({
    queryKey: [bankStatementCalls.sure.path, 'item', id, lines_open],
    queryFn: async ({ signal }) =>
      (await request<{ data: { sure: number } }>(bankStatementCalls.sure, { params: { id }, signal })).data,
  })
  const [result, setResult] = useState<{ taken: number; refused: number } | null>(null)
  const take = useQuietMutation(bankStatementCalls.takeSure, (answer) =>
    setResult((answer as { data: { taken: number; refused: number } }).data),
  )
  const sure = counts.data?.sure ?? 0
  return { sure, result, isTaking: take.isPending, take: () => sure > 0 && take.mutate({ params: { id } }) }
}

/** A button that takes the sure guesses. */
function TakeSure({ sure, result, isTaking, take }: ReturnType<typeof useSure>) {
  const { t } = useTranslation('bankStatements')
  return (
    <>
      {sure > 0 && (
        <Button size="compact-sm" loading={isTaking} onClick={take}>
          {t('actions.take_sure', { number: sure })}
        </Button>
      )}
      {result && (
        <span role="status" className={classes.hint}>
          {t('sure.taken', { number: result.taken })}
          {result.refused > 0 && ` · ${t('sure.refused', { number: result.refused })}`}
        </span>
      )}
    </>
  )
}

/** What is left of a list has the focus that its last line had. */
const focusWhereLost = (place: HTMLElement | null) => {
  if (document.activeElement === document.body) place?.focus()
}

const pageSize = 100

function Lines({ statement }: { statement: BankStatementRow }) {
  const { t } = useTranslation('bankStatements')
  const [state, setState] = useState<string>(statement.lines_open > 0 ? 'open' : 'matched')
  const [page, setPage] = useState(1)
  const sure = useSure(statement)
  const query = { statement_id: statement.id, state, page, per_page: pageSize }
  const lines = useQuery({
    queryKey: [bankStatementCalls.lines.path, 'list', query],
    queryFn: ({ signal }) => request<ListAnswer<BankStatementLine>>(bankStatementCalls.lines, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const pages = Math.max(1, Math.ceil((lines.data?.meta.total ?? 0) / pageSize))
  // Each line that is taken leaves the list, so the last page may no longer exist.
  useEffect(() => {
    if (page > pages) setPage(pages)
  }, [page, pages])
  return (
    <section aria-label={t('lines')}>
      <div className={classes.toolbar}>
        <SegmentedControl
          size="xs"
          data={lineStates.map((value) => ({ value, label: t(`states.${value}`) }))}
          value={state}
          onChange={(next) => {
            setState(next)
            setPage(1)
          }}
        />
        {state === 'open' && <TakeSure {...sure} />}
        {state === 'open' && <span className={classes.keys}>{t('keys')}</span>}
      </div>
      {lines.error && !lines.data ? (
        <FailedState error={lines.error} onRetry={() => void lines.refetch()} />
      ) : !lines.data ? (
        <LoadingState />
      ) : lines.data.data.length === 0 ? (
        <p className={classes.hint} tabIndex={-1} ref={focusWhereLost}>
          {t(`none.${state}`)}
        </p>
      ) : (
        <MatchingTable key={`${state} ${page}`} lines={lines.data.data} statement={statement} onTakeSure={sure.take} />
      )}
      {pages > 1 && <PageSlots page={page} pages={pages} onPage={setPage} />}
    </section>
  )
}
