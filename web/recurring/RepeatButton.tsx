import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RecurringKindName, recurringCalls } from '#contract/schedules/recurring.ts'
import IconRepeat from '~icons/tabler/repeat'
import { useCan } from '../api/useCan.ts'
import { loadWords } from '../i18n/i18n.ts'
import { PageWords } from '../i18n/PageWords.tsx'

const recurringWords = ['recurring']

const RepeatDrawer = lazy(async () => {
  await loadWords(recurringWords)
  return { default: (await import('./RepeatDrawer.tsx')).RepeatDrawer }
})

export type RepeatSource = { id: number; number: string; due_days: number }
type RepeatButtonProps = { kind: RecurringKindName; source: RepeatSource }

/** Arranges that a document or an entry is made again and again. */
export function RepeatButton({ kind, source }: RepeatButtonProps) {
  const { t } = useTranslation('common')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  if (!can(...recurringCalls[kind].create.admission)) return null
  return (
    <>
      <Button variant="default" leftSection={<IconRepeat aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('actions.repeat')}
      </Button>
      <Suspense>
        {isOpen && (
          // The page around it has words of its own.
          <PageWords value={recurringWords}>
            <RepeatDrawer kind={kind} source={source} onClose={() => setIsOpen(false)} />
          </PageWords>
        )}
      </Suspense>
    </>
  )
}
