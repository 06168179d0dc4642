import { useDirection } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, type Language } from '../../i18n/i18n.ts'
import { useDirectionChoice } from './preferences.ts'

/** The direction chosen in the theme panel outranks the language's. */
export function SyncDirection() {
  const { i18n } = useTranslation()
  const { setDirection } = useDirection()
  const [choice] = useDirectionChoice()
  const language = i18n.language as Language
  useEffect(() => {
    const turn = () => setDirection(choice === 'language' ? directionOf(language) : choice)
    turn()
    // A change of language sets its own direction right after telling of itself.
    const timer = setTimeout(turn)
    return () => clearTimeout(timer)
  }, [choice, language, setDirection])
  return null
}
