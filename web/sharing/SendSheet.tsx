import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Drawer, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveryCalls, type PaperLanguage, type SendingStart } from '#contract/sharing/deliveries.ts'
import type { SharedKindName } from '#contract/sharing/shared-kinds.ts'
import { request } from '../api/client.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { useFocusBackAfter } from '../ui/focus/useFocusBack.ts'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import { MailForm } from './MailForm.tsx'
import type { SendingIssues } from './SendButton.tsx'
import classes from './Sharing.module.css'

const ways = ['mail', 'whatsapp', 'link'] as const
type Way = (typeof ways)[number]
type SendSheetProps = {
  kind: SharedKindName
  id: number
  days: Record<string, string>
  issueFirst: SendingIssues
  onClose: () => void
}

/** How a document reaches its reader: mail with the PDF, a WhatsApp message with a link, or the link alone. */
export function SendSheet({ kind, id, days, issueFirst, onClose }: SendSheetProps) {
  const { t } = useTranslation(['sharing', 'common'])
  useFocusBackAfter()
  const call = deliveryCalls[kind].start
  const start = useQuery({
    queryKey: [call.path, 'answer', String(id), days],
    queryFn: async ({ signal }) =>
      (await request<{ data: SendingStart }>(call, { params: { id }, query: days, signal })).data,
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={520}
      title={t('sheet.title', { document: t(`kinds.${start.data?.kind ?? kind}`), number: start.data?.number ?? '' })}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      {start.error ? (
        <FailedState error={start.error} onRetry={() => void start.refetch()} />
      ) : start.data ? (
        <Ways kind={kind} id={id} days={days} issueFirst={issueFirst} start={start.data} onClose={onClose} />
      ) : (
        <LoadingState />
      )}
    </Drawer>
  )
}

function Ways({ start, ...props }: SendSheetProps & { start: SendingStart }) {
  const { t } = useTranslation(['sharing', 'common'])
  const [way, setWay] = useState<Way>(start.can_mail ? 'mail' : 'whatsapp')
  const [language, setLanguage] = useState<PaperLanguage>(currentLanguage())
  return (
    <div className={classes.sheet}>
      <SegmentedControl
        fullWidth
        aria-label={t('fields.delivery.channel')}
        value={way}
        onChange={(value) => setWay(value as Way)}
        data={ways.map((value) => ({ value, label: t(`sheet.ways.${value}`) }))}
      />
      <div className={classes.line}>
        <span id="send-language">{t('fields.delivery.language')}</span>
        <SegmentedControl
          size="xs"
          aria-labelledby="send-language"
          value={language}
          onChange={(value) => setLanguage(value as PaperLanguage)}
          data={[
            { value: 'ar', label: 'العربية' },
            { value: 'en', label: 'English' },
          ]}
        />
      </div>
      {props.issueFirst?.isUnissued && <p className={classes.notice}>{t('sheet.issues')}</p>}
      {way === 'mail' ? (
        <MailForm key={language} {...props} start={start} language={language} />
      ) : (
        <LinkPanel key={`${way} ${language}`} {...props} start={start} language={language} way={way} />
      )}
    </div>
  )
}
