import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import IconCopy from '~icons/tabler/copy'
import IconEdit from '~icons/tabler/pencil'
import { useCan } from '../api/useCan.ts'
import { LabelsButton } from '../labels/LabelsButton.tsx'
import { documentPath } from '../routes/paths.ts'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import type { DocumentRecord } from './DocumentForm.tsx'
import { lockReason } from './lockReason.ts'

type DocumentMoreProps = {
  side: Side
  record: DocumentRecord
  number: string
  corrections: ReactNode
  repeat: ReactNode
}

/** The seldom acts on a document: change it, correct it, make another one, end it. */
export function DocumentMore({ side, record, number, corrections, repeat }: DocumentMoreProps) {
  const { t } = useTranslation(['documents', 'common'])
  const can = useCan()
  const navigate = useNavigate()
  const { permissions } = documents[side.document]
  const isLocked = lockReason(record) !== null
  const isDraft = record.status === 'draft'
  return (
    <>
      {can(permissions.update) && !record.is_void && !isDraft && (
        <Button
          variant="default"
          leftSection={<IconEdit aria-hidden />}
          onClick={() => void navigate({ to: `${documentPath(side)}/${record.id}` })}
        >
          {isLocked ? t('remarks.action') : t('common:actions.edit')}
        </Button>
      )}
      {corrections}
      {can(permissions.create) && (
        <Button
          variant="default"
          leftSection={<IconCopy aria-hidden />}
          onClick={() => void navigate({ to: `${documentPath(side)}/create`, search: { copy: String(record.id) } })}
        >
          {t(`names.${side.document}.similar`)}
        </Button>
      )}
      {side.document === 'bill' && !record.is_void && (
        <LabelsButton
          bill_id={record.id}
          hasUnits={record.items.some(({ product_unit_id }) => product_unit_id !== null)}
        />
      )}
      {repeat}
      {!isLocked && (
        <DeleteRecord
          resource={documents[side.document]}
          id={record.id}
          name={number}
          act={isDraft ? 'delete' : 'void'}
          label={isDraft ? undefined : t(`names.${side.document}.void`)}
          onGone={isDraft ? () => void navigate({ to: documentPath(side) }) : undefined}
        />
      )}
    </>
  )
}
