import { Select } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { renderChoice } from '../fields/ChoiceLine.tsx'
import type { useCreateHere } from '../fields/useCreateHere.tsx'
import { matchFolded } from '../values/matchFolded.ts'
import type { LineCell } from './LineColumn.ts'

type Choice = { value: string; label: string; disabled?: boolean }
type LineSelectProps = {
  control: LineCell<unknown>['control']
  value: string
  choices: readonly Choice[]
  onChange: (value: string) => void
  onSearch?: (typed: string) => void
  /** What was pasted and is not known: said until something is chosen. */
  unknown?: string
  /** Offers a way back to nothing chosen. */
  clearable?: true
  /** Offers to create what is not found: from `useCreateHere`. */
  here?: ReturnType<typeof useCreateHere>
}

/** A choice in a row's cell; the options are loaded once by the table's page, not by each row. */
export function LineSelect({ control, value, choices, onChange, onSearch, unknown, clearable, here }: LineSelectProps) {
  const { t } = useTranslation('common')
  const answered = useRef(false)
  const meant = useRef<{ input: HTMLInputElement; typed: string } | null>(null)
  const matching = (search: string) => (matchFolded({ options: [...choices], search, limit: 1 }) as Choice[]).at(0)
  const answer = (chosen: string | null) => {
    answered.current = true
    if (here?.isTaking()) return
    onChange(chosen ?? '')
  }
  // The options of a list that is still opening cannot be chosen yet: who types faster means the first that matches.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed === '') return
    if (typed === choices.find((choice) => choice.value === value)?.label) return
    answered.current = false
    const first = matching(typed)
    meant.current = first ? null : { input: event.currentTarget, typed }
    queueMicrotask(() => {
      if (answered.current) meant.current = null
      else if (!first) createMeant()
      else if (first.value !== value) flushSync(() => answer(first.value))
    })
  }
  const createMeant = () => {
    const early = meant.current
    if (!early || !here?.offers(early.typed)) return
    meant.current = null
    here.create(early.typed)
  }
  // An Enter that comes before the options or the offer are there counts once they are, if nothing else was typed meanwhile.
  useEffect(() => {
    const early = meant.current
    if (!early || document.activeElement !== early.input || early.input.value !== early.typed) return
    if (!matching(early.typed)) return createMeant()
    meant.current = null
    early.input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  return (
    <>
      <Select
        {...control}
        data={[...choices]}
        value={value || null}
        onChange={answer}
        onKeyDown={onKeyDown}
        onSearchChange={onSearch}
        onOptionSubmit={(value) => void here?.takes(value)}
        searchable
        openOnFocus={false}
        placeholder={value === '' ? unknown : undefined}
        clearable={clearable}
        data-optional={clearable || choices[0]?.value === '' || undefined}
        clearButtonProps={{ 'aria-label': t('actions.clear') }}
        selectFirstOptionOnChange
        allowDeselect={false}
        filter={here?.filter ?? matchFolded}
        renderOption={renderChoice}
        limit={50}
        nothingFoundMessage={t('nothing_found')}
      />
      {here?.drawer}
    </>
  )
}
