import { useDirection } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, type Language } from './i18n.ts'

/** Keeps the components' direction with the language. */
export function SyncDocumentLanguage() {
  const { i18n } = useTranslation()
  const { setDirection } = useDirection()
  const language = i18n.language as Language
  useEffect(() => setDirection(directionOf(language)), [language, setDirection])
  return null
}
