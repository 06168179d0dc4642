import { Button, Checkbox } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankGuess, BankStatementLine } from '#contract/imports/bank-line.ts'
import type { BankStatementRow } from '#contract/imports/bank-statements.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './BankStatements.module.css'
import { EntryForm } from './EntryForm.tsx'
import { NoteForm } from './NoteForm.tsx'
import { PickForm } from './PickForm.tsx'
import type { LineActions } from './useLineActions.ts'
import { useMayMake } from './useMayMake.ts'

/** What can be open below a line: an entry that is typed, what is chosen for it, or its note. */
export type OpenedPart = 'enter' | 'pick' | 'note'
type MatchingRowProps = {
  line: BankStatementLine
  currency: BankStatementRow['currency']
  isCurrent: boolean
  opened: OpenedPart | null
  isMarked: boolean
  actions: LineActions
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
  onOpen: (what: OpenedPart) => void
  onMark: () => void
}

/** A line of the bank with its match or suggestion. */
export function MatchingRow({ line, currency, isCurrent, isMarked, opened, actions, ...on }: MatchingRowProps) {
  const { t } = useTranslation('bankStatements')
  // Tab goes from the line in hand to its own buttons, and not through those of a hundred lines.
  const stop = isCurrent ? 0 : -1
  return (
    <li
      className={classes.line}
      data-line={line.id}
      data-current={isCurrent || undefined}
      tabIndex={stop}
      onKeyDown={on.onKeyDown}
      onFocus={on.onFocus}
    >
      <div className={classes.said}>
        <span className={classes.head}>
          {line.state === 'open' && (
            <Checkbox
              aria-label={t('many.mark', { text: line.description })}
              checked={isMarked}
              onChange={on.onMark}
              size="xs"
              tabIndex={stop}
            />
          )}
          <Num>{line.line_date}</Num>
          <span className={classes.amount}>
            <Amount value={line.amount} currency={currency} />
          </span>
        </span>
        <bdi className={classes.text}>{line.description}</bdi>
        <bdi className={classes.hint}>{[line.counterparty, line.reference].filter(Boolean).join(' · ')}</bdi>
        {line.note && <bdi className={classes.note}>{line.note}</bdi>}
      </div>
      <div className={classes.meant}>
        {line.matches.map((one) => (
          <span key={`${one.entry_id} ${one.line_number}`} className={classes.guess}>
            <bdi>{[one.number, one.party, one.description].filter(Boolean).join(' · ') || one.entry_number}</bdi>
            <Num>{one.entry_date}</Num>
          </span>
        ))}
        {line.refusal && (
          <span className={classes.refusal} role="note">
            {t('sure.not_taken')} {line.refusal}
          </span>
        )}
        {line.guesses.map((guess, index) => (
          <Guess
            key={guess.label + guess.kind}
            guess={guess}
            isFirst={index === 0}
            stop={stop}
            onTake={() => actions.take(line, guess)}
          />
        ))}
        <RowButtons line={line} opened={opened} actions={actions} onOpen={on.onOpen} stop={stop} />
        {opened === 'note' && <NoteForm line={line} actions={actions} />}
        {opened === 'enter' && line.state === 'open' && <EntryForm line={line} currency={currency} actions={actions} />}
        {opened === 'pick' && line.state === 'open' && <PickForm line={line} currency={currency} actions={actions} />}
      </div>
    </li>
  )
}

type RowButtonsProps = Pick<MatchingRowProps, 'line' | 'opened' | 'actions' | 'onOpen'> & { stop: number }

function RowButtons({ line, opened, actions, onOpen, stop }: RowButtonsProps) {
  const { t } = useTranslation('bankStatements')
  const may = useMayMake()
  return (
    <span className={classes.buttons}>
      {line.state === 'open' && (
        <>
          {(may.entry || may.voucher(line)) && (
            <Button
              variant="subtle"
              size="compact-sm"
              tabIndex={stop}
              onClick={() => onOpen('enter')}
              aria-expanded={opened === 'enter'}
            >
              {t('actions.enter')}
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            tabIndex={stop}
            onClick={() => onOpen('pick')}
            aria-expanded={opened === 'pick'}
          >
            {t('actions.pick')}
          </Button>
        </>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        tabIndex={stop}
        onClick={() => onOpen('note')}
        aria-expanded={opened === 'note'}
      >
        {t('actions.note')}
      </Button>
      {line.state !== 'matched' && (
        <Button variant="subtle" color="gray" size="compact-sm" tabIndex={stop} onClick={() => actions.ignore(line)}>
          {t(line.state === 'open' ? 'actions.ignore' : 'actions.reopen')}
        </Button>
      )}
      {line.state === 'matched' && (
        <Button variant="subtle" color="gray" size="compact-sm" tabIndex={stop} onClick={() => actions.unmatch(line)}>
          {t('actions.unmatch')}
        </Button>
      )}
    </span>
  )
}

type GuessProps = { guess: BankGuess; isFirst: boolean; stop: number; onTake: () => void }

function Guess({ guess, isFirst, stop, onTake }: GuessProps) {
  const { t } = useTranslation('bankStatements')
  const reasons = guess.reasons.map(({ code, days }) => t(`reasons.${code}`, { days }))
  return (
    <span className={classes.guess} data-first={isFirst || undefined}>
      <span className={classes.kind}>{t(`guesses.${guess.kind}`)}</span>
      <bdi>{guess.label}</bdi>
      <span className={classes.hint}>{reasons.join(t('separator'))}</span>
      <Button variant={isFirst ? 'light' : 'subtle'} size="compact-sm" tabIndex={stop} onClick={onTake}>
        {t('actions.take')}
      </Button>
    </span>
  )
}
