import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import IconDelete from '~icons/tabler/trash'
import type { Id, RemovableResource } from '../../api/resource.ts'
import { useCan } from '../../api/useCan.ts'

// Loaded when the user deletes, as in a list.
const ConfirmDelete = lazy(async () => ({ default: (await import('../ConfirmDelete.tsx')).ConfirmDelete }))

type DeleteRecordProps = {
  resource: RemovableResource
  id: Id
  name: string
  /** An issued record is voided, not deleted. */
  act?: 'delete' | 'void'
  label?: string | undefined
  /** Leaves the page of a deleted record; a void one stays readable. */
  onGone?: () => void
}

/** Deletes a record from its page by the right and the question of its row in the list. The page says whether it can go. */
export function DeleteRecord({ resource, id, name, act, label, onGone }: DeleteRecordProps) {
  const { t } = useTranslation('common')
  const can = useCan()
  const [deleting, setDeleting] = useState(false)
  if (!can(resource.permissions.delete)) return null
  const close = (isGone?: boolean) => (isGone && onGone ? onGone() : setDeleting(false))
  return (
    <>
      <Button variant="default" leftSection={<IconDelete aria-hidden />} onClick={() => setDeleting(true)}>
        {label ?? t(act === 'void' ? 'actions.void' : 'actions.delete')}
      </Button>
      <Suspense>
        {deleting && <ConfirmDelete resource={resource} id={id} name={name} act={act} onClose={close} />}
      </Suspense>
    </>
  )
}
