import '../styles/shell.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { queryClient } from '../api/queryClient.ts'
import { useSession } from '../api/session.ts'
import { theme } from '../theme.ts'
import { FollowLanguage } from '../words/FollowLanguage.tsx'
import { currentLanguage, directionOf } from '../words/i18n.ts'
import { Toasts } from './Toasts.tsx'

const SignInAgainDialog = lazy(async () => ({
  default: (await import('../auth/SignInAgainDialog.tsx')).SignInAgainDialog,
}))

/** Everything behind the sign-in: components, data, toasts, and the sign-in over a page whose session ends. */
export function Inside() {
  const { phase, user } = useSession()
  if (!user) return null
  return (
    <DirectionProvider initialDirection={directionOf(currentLanguage())} detectDirection={false}>
      <MantineProvider theme={theme} defaultColorScheme="light">
        <QueryClientProvider client={queryClient}>
          <FollowLanguage />
          <Toasts />
          {/* Another person who signs in must find nothing of the one before. */}
          <Outlet key={user.id} />
          <Suspense>{phase === 'ended' && <SignInAgainDialog email={user.email} />}</Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
