import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveryCalls } from '#contract/sharing/deliveries.ts'
import type { SharedKindName } from '#contract/sharing/shared-kinds.ts'
import IconSend from '~icons/tabler/send'
import { useCan } from '../api/useCan.ts'
import { loadWords } from '../i18n/i18n.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import { isSendable } from './useDeliveries.ts'

const sharingWords = ['sharing']

const SendSheet = lazy(async () => {
  await loadWords(sharingWords)
  return { default: (await import('./SendSheet.tsx')).SendSheet }
})

/** Issues what is sent, and answers whether it may be handed over. */
export type SendingIssues = { ready: () => Promise<boolean>; isUnissued: boolean } | undefined

export type SendButtonProps = {
  kind: SharedKindName
  record: { id: number; status?: string; is_void: boolean }
  /** Of a statement. */
  days?: Record<string, string>
  /** Absent for a paper that the law does not ask to be issued. Opening the sheet issues nothing. */
  issueFirst?: SendingIssues
  /** It is the next step of its page. */
  isNext?: boolean | undefined
}

/** Opens the send sheet of a document that goes to a customer or a supplier. */
export function SendButton({ kind, record, days = {}, issueFirst, isNext = false }: SendButtonProps) {
  const { t } = useTranslation('common')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  if (!isSendable(record) || !can(...deliveryCalls[kind].create.admission)) return null
  const open = () => setIsOpen(true)
  return (
    <>
      <Button
        variant={isNext ? 'filled' : 'default'}
        leftSection={<IconSend className="turns" aria-hidden />}
        onClick={open}
      >
        {t('actions.send')}
      </Button>
      <Suspense>
        {isOpen && (
          // The page around it has words of its own.
          <PageWords value={sharingWords}>
            <SendSheet
              kind={kind}
              id={record.id}
              days={days}
              issueFirst={issueFirst}
              onClose={() => setIsOpen(false)}
            />
          </PageWords>
        )}
      </Suspense>
    </>
  )
}
