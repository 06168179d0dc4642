import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keywordMaximum } from '#contract/kit/envelope.ts'
import IconSearch from '~icons/tabler/search'
import classes from './SearchBox.module.css'

type SearchBoxProps = { keyword: string; onSearch: (keyword: string) => void }
const debounceMs = 500
const leastLetters = 2

/** Searches half a second after the last key, for two letters or more, or for none again. */
export function SearchBox({ keyword, onSearch }: SearchBoxProps) {
  const { t } = useTranslation('common')
  const [typed, setTyped] = useState(keyword)
  const lastKeyword = useRef(keyword)
  const search = useDebouncedCallback((text: string) => {
    const wanted = text.trim()
    if (wanted === lastKeyword.current || (wanted !== '' && [...wanted].length < leastLetters)) return
    lastKeyword.current = wanted
    onSearch(wanted)
  }, debounceMs)
  // Back and forward change the keyword from outside.
  useEffect(() => {
    if (keyword === lastKeyword.current) return
    lastKeyword.current = keyword
    setTyped(keyword)
  }, [keyword])
  function type(text: string) {
    setTyped(text)
    search(text)
  }
  return (
    <TextInput
      className={classes.search}
      type="search"
      maxLength={keywordMaximum}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      aria-label={t('actions.search')}
      placeholder={t('list.search_placeholder')}
      leftSection={<IconSearch aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label={t('actions.clear')} onClick={() => type('')} />}
    />
  )
}
