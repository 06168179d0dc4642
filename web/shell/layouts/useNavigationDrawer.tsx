import { useDisclosure } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense } from 'react'

const NavigationDrawer = lazy(async () => ({ default: (await import('../NavigationDrawer.tsx')).NavigationDrawer }))

/** The navigation over the page, and how to open it. */
export function useNavigationDrawer(): { drawer: ReactNode; open: () => void } {
  const [opened, { open, close }] = useDisclosure(false)
  return { drawer: <Suspense>{opened && <NavigationDrawer onClose={close} />}</Suspense>, open }
}
