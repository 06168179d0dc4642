import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportName } from '#contract/reports/report-index.ts'
import IconMail from '~icons/tabler/mail'
import { loadWords } from '../i18n/i18n.ts'
import { PageWords } from '../i18n/PageWords.tsx'

const mailWords = ['sharing']
const MailReport = lazy(async () => {
  await loadWords(mailWords)
  return { default: (await import('./MailReport.tsx')).MailReport }
})

type MailReportButtonProps = { report: ReportName; search: Record<string, string | undefined> }

/** The report by mail, again and again, to the user who asks for it. */
export function MailReportButton({ report, search }: MailReportButtonProps) {
  const { t } = useTranslation('common')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconMail aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('actions.mail_report')}
      </Button>
      <Suspense>
        {isOpen && (
          // The page around it has words of its own.
          <PageWords value={mailWords}>
            <MailReport report={report} search={search} onClose={() => setIsOpen(false)} />
          </PageWords>
        )}
      </Suspense>
    </>
  )
}
