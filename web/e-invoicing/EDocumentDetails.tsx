import { Button, Group, Modal } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type EDocumentRecord, type EDocumentRow, eDocuments, eInvoicingCalls } from '#contract/e-invoicing.ts'
import { useRecord } from '../api/resource.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCan } from '../api/useCan.ts'
import { viewPath } from '../routes/paths.ts'
import { useDownload } from '../ui/export/useDownload.ts'
import { useFocusBackAfter } from '../ui/focus/useFocusBack.ts'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { EDocumentState } from './EDocumentState.tsx'
import classes from './EInvoicing.module.css'
import { Reasons } from './Reasons.tsx'

/** One e-document: its state, the reason, the answer as received, and the next step. */
export function EDocumentDetails({ row, onClose }: { row: EDocumentRow; onClose: () => void }) {
  const { t } = useTranslation(['eInvoicing', 'common'])
  const answer = useRecord(eDocuments, row.id)
  useFocusBackAfter()
  const record = answer.data as EDocumentRecord | undefined
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('details.title', { number: row.number })}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
      centered
    >
      {record ? (
        <Details record={record} />
      ) : answer.error ? (
        <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Modal>
  )
}

function Details({ record }: { record: EDocumentRecord }) {
  const { t } = useTranslation('eInvoicing')
  const can = useCan()
  const retry = useActionMutation(eInvoicingCalls.retry)
  const xml = useDownload(eInvoicingCalls.xml)
  const isCleared = record.state === 'cleared_without_xml'
  const isOpen = isCleared || ['waiting', 'unknown', 'not_sent'].includes(record.state)
  return (
    <div className={classes.part}>
      <EDocumentState state={record.state} />
      {record.errors.length > 0 && (
        <>
          <h3 className={classes.hint}>{t('details.reasons')}</h3>
          <Reasons remarks={record.errors} />
        </>
      )}
      {record.warnings.length > 0 && (
        <>
          <h3 className={classes.hint}>{t('details.remarks')}</h3>
          <Reasons remarks={record.warnings} />
        </>
      )}
      {record.state === 'rejected' && <p className={classes.hint}>{t('details.way_out')}</p>}
      {isOpen && <p className={classes.hint}>{t(isCleared ? 'details.xml_missing' : 'details.sent_again')}</p>}
      {isOpen && record.last_error && (
        <p className={classes.hint}>
          {t('details.last_error')}: <bdi>{record.last_error}</bdi>
        </p>
      )}
      <h3 className={classes.hint}>{t('details.answer')}</h3>
      {record.answer ? (
        <pre className={classes.answer}>{record.answer}</pre>
      ) : (
        <p className={classes.hint}>{t('details.none')}</p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to={viewPath(record.kind, record.document_id)} />}
        >
          {record.number}
        </Button>
        <Button variant="default" loading={xml.isBusy} onClick={() => void xml.start({ params: { id: record.id } })}>
          {t('actions.xml')}
        </Button>
        {isOpen && can('update-invoice') && (
          <Button loading={retry.isPending} onClick={() => retry.mutate({ params: { id: record.id } })}>
            {t('actions.retry')}
          </Button>
        )}
      </Group>
    </div>
  )
}
