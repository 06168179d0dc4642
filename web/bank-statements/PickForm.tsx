import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankStatementLine } from '#contract/imports/bank-line.ts'
import { type BankChoices, bankStatementCalls } from '#contract/imports/bank-statements.ts'
import { withholdingRates } from '#contract/withholding/withholding.ts'
import { type Decimal, decimal, parseDecimal, ratio, sum, text } from '#ledger/money.ts'
import { request } from '../api/client.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import classes from './BankStatements.module.css'
import type { LineActions } from './useLineActions.ts'

type Currency = { code: string; decimals: number }
type PickFormProps = { line: BankStatementLine; currency: Currency; actions: LineActions }

/** What a person chooses for a line: several documents, with what was taken off on the way, or several lines of the books. */
export function PickForm({ line, currency, actions }: PickFormProps) {
  const { t } = useTranslation('bankStatements')
  const [keyword, setKeyword] = useState('')
  const [asked] = useDebouncedValue(keyword.trim(), 300)
  const choices = useQuery({
    queryKey: [bankStatementCalls.choices.path, line.id, asked],
    queryFn: async ({ signal }) =>
      (
        await request<{ data: BankChoices }>(bankStatementCalls.choices, {
          params: { id: line.id },
          query: { keyword: asked },
          signal,
        })
      ).data,
    placeholderData: (before) => before,
    staleTime: 0,
  })
  return (
    <div className={classes.pick}>
      <TextInput
        aria-label={t('pick.find')}
        placeholder={t('pick.find')}
        value={keyword}
        onChange={(event) => setKeyword(event.currentTarget.value)}
        onKeyDown={walkChoices}
        autoFocus
      />
      {choices.error && !choices.data ? (
        <FailedState error={choices.error} onRetry={() => void choices.refetch()} />
      ) : !choices.data ? (
        <LoadingState />
      ) : (
        <>
          <Documents line={line} currency={currency} actions={actions} documents={choices.data.documents} />
          <Entries line={line} currency={currency} actions={actions} entries={choices.data.entries} />
        </>
      )}
    </div>
  )
}

/** Arrows walk from the search to the choices, and among them. What is above the choices is a few tabs back, however many there are. */
function walkChoices(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const target = event.target as HTMLElement
  const isText = target.matches('input:not([type=checkbox])') && target !== event.currentTarget
  if (step === undefined || isText) return
  const root = event.currentTarget.closest(`.${classes.pick}`)
  const choices = [...(root?.querySelectorAll<HTMLElement>('li input[type=checkbox]:not(:disabled)') ?? [])]
  const next = choices[choices.indexOf(target) + step] ?? root?.querySelector<HTMLElement>('input')
  if (!next || (step > 0 && choices.indexOf(target) === choices.length - 1)) return
  event.preventDefault()
  next.focus()
}

type PickedDocument = { party_id: number; amount: string }
type DocumentsProps = PickFormProps & { documents: BankChoices['documents'] }

function Documents({ line, currency, actions, documents }: DocumentsProps) {
  const { t } = useTranslation('bankStatements')
  const [taken, setTaken] = useState<ReadonlyMap<number, PickedDocument>>(new Map())
  const [off, setOff] = useState<Off>({ fee: '', fee_tax: '', rate: '0', isBorne: false })
  const shown = decimal(line.amount).abs()
  const parties = new Set([...taken.values()].map(({ party_id }) => party_id))
  const total = sum([...taken.values()].map(({ amount }) => figure(amount)))
  const rest = shown.minus(afterOff(total, off, line.amount > 0, currency.decimals))
  const toggle = (one: BankChoices['documents'][number]) => {
    const next = new Map(taken)
    if (!next.delete(one.id)) next.set(one.id, { party_id: one.party_id, amount: String(one.remaining) })
    setTaken(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [party_id] = parties
    actions.payMany(line, {
      party_id,
      references: [...taken].map(([reference_id, { amount }]) => ({ reference_id, amount })),
      ...(line.amount > 0
        ? { fee: off.fee, fee_tax: off.fee_tax }
        : off.rate !== '0' && {
            withholding_rate: off.rate,
            withholding_borne: off.isBorne,
            amount: text(total),
          }),
    })
  }
  if (documents.length === 0) return <p className={classes.hint}>{t('pick.no_documents')}</p>
  return (
    <form onSubmit={submit} className={classes.picked} aria-label={t('pick.documents')}>
      <h3>{t('pick.documents')}</h3>
      {taken.size > 0 && (
        <div className={classes.off}>
          <TakenOff isIn={line.amount > 0} off={off} decimals={currency.decimals} onChange={setOff} />
          <p role="status">
            {t('pick.rest')} <Amount value={rest} currency={currency} />
          </p>
          <Button type="submit" loading={actions.isBusy} disabled={rest.lt(0)}>
            {t(line.amount > 0 ? 'entry.receipt' : 'entry.payment')}
          </Button>
        </div>
      )}
      <ul onKeyDown={walkChoices}>
        {documents.map((one) => (
          <DocumentChoice
            key={one.id}
            document={one}
            taken={taken.get(one.id)?.amount}
            currency={currency}
            isOther={parties.size > 0 && !parties.has(one.party_id)}
            onToggle={() => toggle(one)}
            onAmount={(amount) => setTaken(new Map(taken).set(one.id, { party_id: one.party_id, amount }))}
          />
        ))}
      </ul>
    </form>
  )
}

type DocumentChoiceProps = {
  document: BankChoices['documents'][number]
  taken: string | undefined
  currency: Currency
  /** Of another party than what is chosen: a voucher has one. */
  isOther: boolean
  onToggle: () => void
  onAmount: (amount: string) => void
}

function DocumentChoice({ document, taken, currency, isOther, onToggle, onAmount }: DocumentChoiceProps) {
  const { t } = useTranslation('bankStatements')
  const { number, party, date, remaining } = document
  return (
    <li>
      <Checkbox
        label={
          <span>
            <Num>{number}</Num> <bdi>{party}</bdi> <Num>{date}</Num>
          </span>
        }
        checked={taken !== undefined}
        disabled={isOther}
        onChange={onToggle}
      />
      {taken === undefined ? (
        <Amount value={remaining} currency={currency} />
      ) : (
        <FigureInput
          aria-label={`${t('pick.amount')} ${number}`}
          decimals={currency.decimals}
          w={130}
          value={taken}
          onChange={onAmount}
        />
      )}
    </li>
  )
}

type Off = { fee: string; fee_tax: string; rate: string; isBorne: boolean }
type TakenOffProps = { isIn: boolean; off: Off; decimals: number; onChange: (off: Off) => void }

/** The fee of what came in, or what was withheld of what went out. */
function TakenOff({ isIn, off, decimals, onChange }: TakenOffProps) {
  const { t } = useTranslation('bankStatements')
  if (!isIn)
    return (
      <>
        <NativeSelect
          label={t('pick.withholding')}
          data={withholdingRates.map((value) => ({ value, label: `${value}%` }))}
          value={off.rate}
          onChange={(event) => onChange({ ...off, rate: event.currentTarget.value, isBorne: false })}
        />
        {off.rate !== '0' && (
          <Checkbox
            label={t('pick.borne')}
            checked={off.isBorne}
            onChange={(event) => onChange({ ...off, isBorne: event.currentTarget.checked })}
          />
        )}
      </>
    )
  return (['fee', 'fee_tax'] as const).map((name) => (
    <FigureInput
      key={name}
      label={t(`pick.${name}`)}
      decimals={decimals}
      value={off[name]}
      onChange={(value) => onChange({ ...off, [name]: value })}
    />
  ))
}

const figure = (typed: string): Decimal => decimal(parseDecimal(typed || '0') ?? '0')

/** What of the documents the bank shows. */
function afterOff(total: Decimal, off: Off, isIn: boolean, decimals: number) {
  if (off.isBorne) return total
  if (isIn) return total.minus(figure(off.fee)).minus(figure(off.fee_tax))
  return total.minus(ratio(total, off.rate, 100, decimals))
}

type EntriesProps = PickFormProps & { entries: BankChoices['entries'] }
const keyOf = ({ entry_id, line_number }: BankChoices['entries'][number]) => `${entry_id} ${line_number}`

function Entries({ line, currency, actions, entries }: EntriesProps) {
  const { t } = useTranslation('bankStatements')
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const picked = entries.filter((one) => taken.has(keyOf(one)))
  const rest = decimal(line.amount).minus(sum(picked.map(({ amount }) => amount)))
  if (entries.length === 0) return null
  return (
    <form
      className={classes.picked}
      aria-label={t('pick.entries')}
      onSubmit={(event) => {
        event.preventDefault()
        actions.matchMany(
          line,
          picked.map(({ entry_id, line_number }) => ({ entry_id, line_number })),
        )
      }}
    >
      <h3>{t('pick.entries')}</h3>
      {picked.length > 0 && (
        <div className={classes.off}>
          <p role="status">
            {t('pick.rest')} <Amount value={rest} currency={currency} />
          </p>
          <Button type="submit" loading={actions.isBusy} disabled={!rest.eq(0)}>
            {t('pick.match')}
          </Button>
        </div>
      )}
      <ul onKeyDown={walkChoices}>
        {entries.map((one) => (
          <li key={keyOf(one)}>
            <Checkbox
              label={
                <span>
                  <Num>{one.entry_date}</Num> <bdi>{one.label}</bdi>
                </span>
              }
              checked={taken.has(keyOf(one))}
              onChange={() => {
                const next = new Set(taken)
                if (!next.delete(keyOf(one))) next.add(keyOf(one))
                setTaken(next)
              }}
            />
            <Amount value={one.amount} currency={currency} />
          </li>
        ))}
      </ul>
    </form>
  )
}
