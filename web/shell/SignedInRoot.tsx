import '../styles/shell.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useIsConfirming } from '../api/confirmation.ts'
import { queryClient } from '../api/queryClient.ts'
import { useSession } from '../api/session.ts'
import { SyncDocumentLanguage } from '../i18n/SyncDocumentLanguage.tsx'
import { creatable } from '../routes/creatable.ts'
import { Creatable } from '../ui/fields/Creatable.ts'
import { Toasts } from './Toasts.tsx'
import { useColorName, useShade } from './theme/preferences.ts'
import { SyncDirection } from './theme/SyncDirection.tsx'
import { accentVariables, rememberAccent, themeOf } from './theme/themeOf.ts'

const SignInAgainDialog = lazy(async () => ({
  default: (await import('../auth/SignInAgainDialog.tsx')).SignInAgainDialog,
}))
const SwitchedDialog = lazy(async () => ({
  default: (await import('../memberships/SwitchedDialog.tsx')).SwitchedDialog,
}))
const ConfirmIdentityDialog = lazy(async () => ({
  default: (await import('../auth/ConfirmIdentityDialog.tsx')).ConfirmIdentityDialog,
}))

/** Everything after the sign-in: components, data, toasts, and the sign-in over a page whose session ends. */
export function SignedInRoot() {
  const { phase, user } = useSession()
  const isConfirming = useIsConfirming()
  const [color] = useColorName()
  const [shade] = useShade()
  const theme = useMemo(() => themeOf(color, shade), [color, shade])
  const variables = useMemo(() => accentVariables(color, shade), [color, shade])
  useEffect(() => rememberAccent(color, shade), [color, shade])
  useEffect(registerWorkerLater, [])
  if (!user) return null
  return (
    <DirectionProvider initialDirection={document.dir === 'ltr' ? 'ltr' : 'rtl'} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="light">
        <QueryClientProvider client={queryClient}>
          <SyncDocumentLanguage />
          <SyncDirection />
          <Toasts />
          {/* Another person who signs in must find nothing of the one before. */}
          <Creatable value={creatable}>
            <Outlet key={user.id} />
          </Creatable>
          <Suspense>{phase === 'ended' && <SignInAgainDialog email={user.email} />}</Suspense>
          <Suspense>{phase === 'switched' && <SwitchedDialog organization={user.organization} />}</Suspense>
          <Suspense>{isConfirming && phase === 'in' && <ConfirmIdentityDialog />}</Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

/** The pages for a start without a connection are fetched once the first page is at rest. Not where data is dear. */
const restMs = 4_000
function registerWorkerLater() {
  const isDear = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
  if (!import.meta.env.PROD || isDear) return
  const timer = setTimeout(() => void import('../offline/registerWorker.ts').then((m) => m.registerWorker()), restMs)
  return () => clearTimeout(timer)
}
