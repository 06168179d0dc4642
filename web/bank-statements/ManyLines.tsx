import { Button, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankStatementLine } from '#contract/imports/bank-line.ts'
import { type BankChoices, bankStatementCalls } from '#contract/imports/bank-statements.ts'
import { decimal, sum } from '#ledger/money.ts'
import { type Endpoint, request } from '../api/client.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useSingleFlight } from '../api/useSingleFlight.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import classes from './BankStatements.module.css'
import { EntrySelects, noEntry } from './EntrySelects.tsx'
import { useMayMake } from './useMayMake.ts'

type ManyLinesProps = {
  lines: readonly BankStatementLine[]
  currency: { code: string; decimals: number }
  onDone: () => void
  place: RefObject<HTMLElement | null>
}

/** The marked lines: entered against one account all at once, or together one line of the books. */
export function ManyLines({ lines, currency, onDone, place }: ManyLinesProps) {
  const { t } = useTranslation('bankStatements')
  const client = useQueryClient()
  const may = useMayMake()
  const [entry, setEntry] = useState(noEntry)
  const [done, setDone] = useState<number | null>(null)
  const total = sum(lines.map(({ amount }) => decimal(amount)))
  const run = useSingleFlight(async () => {
    try {
      for (const [index, { id, version }] of lines.entries()) {
        setDone(index)
        await request(bankStatementCalls.enter as Endpoint, { params: { id }, body: { ...entry, version } })
      }
      showSuccess('updated')
      onDone()
    } catch (error) {
      // Those before it are entered; the marks of the others stay.
      showFailure('update_failed', error)
    }
    setDone(null)
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'options' })
  })
  return (
    <section className={classes.many} aria-label={t('many.title')} ref={place}>
      <strong role="status">
        {t('many.chosen', { number: lines.length })} <Amount value={total} currency={currency} />
      </strong>
      {may.entry && (
        <form
          className={classes.many_entry}
          onSubmit={(event) => {
            event.preventDefault()
            if (entry.account_id !== null) void run()
          }}
        >
          <EntrySelects
            value={entry}
            onChange={setEntry}
            named={(field) => ({ 'aria-label': t(`entry.${field}`), placeholder: t(`entry.${field}`) })}
          />
          <Button type="submit" disabled={entry.account_id === null} loading={done !== null}>
            {t('many.enter')}
          </Button>
        </form>
      )}
      {lines.length > 1 && <Together lines={lines} onDone={onDone} />}
    </section>
  )
}

/** Lines of the books that come to what the marked lines come to. */
function Together({ lines, onDone }: Pick<ManyLinesProps, 'lines' | 'onDone'>) {
  const { t } = useTranslation('bankStatements')
  const client = useQueryClient()
  const [picked, setPicked] = useState<string | null>(null)
  const [first] = lines as [BankStatementLine]
  const choices = useQuery({
    queryKey: [bankStatementCalls.choices.path, first.id, 'together'],
    queryFn: async () =>
      (
        await request<{ data: BankChoices }>(bankStatementCalls.choices, {
          params: { id: first.id },
          query: { keyword: '' },
        })
      ).data,
    staleTime: 0,
  })
  const total = sum(lines.map(({ amount }) => decimal(amount)))
  const fitting = (choices.data?.entries ?? []).filter(({ amount }) => decimal(amount).eq(total))
  const match = useSingleFlight(async () => {
    const [entry_id, line_number] = (picked ?? '').split(' ').map(Number)
    try {
      await request(bankStatementCalls.matchTogether as Endpoint, {
        body: { line_ids: lines.map(({ id }) => id), lines: [{ entry_id, line_number }] },
      })
      showSuccess('updated')
      onDone()
    } catch (error) {
      showFailure('update_failed', error)
    }
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'options' })
  })
  if (fitting.length === 0) return <span className={classes.hint}>{t('many.none_fits')}</span>
  return (
    <>
      <Select
        aria-label={t('pick.entries')}
        placeholder={t('pick.entries')}
        data={fitting.map((one) => ({
          value: `${one.entry_id} ${one.line_number}`,
          label: `${one.entry_date} · ${one.label}`,
        }))}
        value={picked}
        onChange={setPicked}
      />
      <Button variant="default" disabled={picked === null} onClick={() => void match()}>
        {t('many.together')}
      </Button>
    </>
  )
}
