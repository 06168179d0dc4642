import { ActionIcon } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import IconCamera from '~icons/tabler/camera'

const ScanDialog = lazy(async () => ({ default: (await import('./ScanDialog.tsx')).ScanDialog }))

type ScanButtonProps = {
  title: string
  onCode: (code: string) => void
  /** Below the picture: what the last code came to. */
  children?: ReactNode
}

/** Opens the camera, which hands out one code after the other until it is closed. */
export function ScanButton({ title, onCode, children }: ScanButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionIcon aria-label={title} onClick={() => setIsOpen(true)}>
        <IconCamera aria-hidden />
      </ActionIcon>
      {isOpen && (
        <Suspense fallback={null}>
          <ScanDialog title={title} onCode={onCode} onClose={() => setIsOpen(false)}>
            {children}
          </ScanDialog>
        </Suspense>
      )}
    </>
  )
}
