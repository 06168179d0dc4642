import { Button, Drawer, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { eInvoicingCalls } from '#contract/e-invoicing.ts'
import { useDownload } from '../ui/export/useDownload.ts'
import { DayInput } from '../ui/fields/DayInput.tsx'
import { useFocusBackAfter } from '../ui/focus/useFocusBack.ts'
import { today } from '../ui/today.ts'
import classes from './EInvoicing.module.css'

/** All e-documents of a period in one file. */
export function ArchiveDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['eInvoicing', 'common'])
  const [from, setFrom] = useState(`${today().slice(0, 7)}-01`)
  const [to, setTo] = useState(today())
  const archive = useDownload(eInvoicingCalls.archive)
  useFocusBackAfter()
  return (
    <Drawer
      opened
      position="right"
      onClose={onClose}
      title={t('archive.title')}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <Stack>
        <p className={classes.hint}>{t('archive.detail')}</p>
        <DayInput label={t('fields.e_document.from')} value={from} onChange={(day) => day && setFrom(day)} />
        <DayInput label={t('fields.e_document.to')} value={to} onChange={(day) => day && setTo(day)} />
        <Button loading={archive.isBusy} onClick={() => void archive.start({ query: { from, to } })}>
          {t('actions.download')}
        </Button>
      </Stack>
    </Drawer>
  )
}
