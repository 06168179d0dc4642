import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#contract/kit/resource.ts'
import IconEdit from '~icons/tabler/pencil'
import type { Id } from '../api/resource.ts'
import { useCan } from '../api/useCan.ts'
import { RecordDrawer } from '../ui/drawer/RecordDrawer.tsx'

type EditRecordProps = { resource: Resource; id: Id; children: ReactNode }

/** Edits the record of a page in its drawer, over the page. */
export function EditRecord({ resource, id, children }: EditRecordProps) {
  const { t } = useTranslation('common')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const close = useCallback(() => setIsOpen(false), [])
  if (!can(resource.permissions.update)) return null
  return (
    <>
      <Button variant="default" leftSection={<IconEdit aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('actions.edit')}
      </Button>
      <RecordDrawer resource={resource} id={isOpen ? id : null} onClose={close}>
        {children}
      </RecordDrawer>
    </>
  )
}
