import { Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveDialog } from '../form/LeaveDialog.tsx'

export type DrawerGuard = { isDirty: () => boolean; isAsking: () => boolean }
/** For a drawer without input. */
export const untouched: DrawerGuard = { isDirty: () => false, isAsking: () => false }
type AskingDrawerProps = {
  opened: boolean
  title: string
  /** What `useUnsaved` reports about the form inside. */
  guard: DrawerGuard
  onClose: () => void
  /** The content gets the way to close, which asks too. */
  children: (close: () => void) => ReactNode
}

/** A drawer at the end side (right in English, left in Arabic) that asks before discarding input. */
export function ConfirmCloseDrawer({ opened, title, guard, onClose, children }: AskingDrawerProps) {
  const { t } = useTranslation('common')
  const [asking, setAsking] = useState(false)
  function close() {
    // Escape answers the question that is open already, and is not one more way out.
    if (guard.isAsking()) return
    if (!guard.isDirty()) return onClose()
    // After this event: the dialog listens for Escape too, and must not answer the one that opened it.
    setTimeout(() => setAsking(true))
  }
  return (
    <Drawer
      opened={opened}
      onClose={close}
      // While it asks, Escape answers the dialog: both hear it, and the drawer would ask again.
      closeOnEscape={!asking}
      position="right"
      size={480}
      title={title}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      {children(close)}
      <LeaveDialog
        opened={asking}
        onStay={() => setAsking(false)}
        onLeave={() => {
          setAsking(false)
          onClose()
        }}
      />
    </Drawer>
  )
}
