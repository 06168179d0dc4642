import { useRouter, useSearch } from '@tanstack/react-router'
import { safePath } from '../routes/safePath.ts'

/** After the sign-in: to the page that was wanted, else to the first one. */
export function useContinueAfterSignIn(): () => Promise<void> {
  const router = useRouter()
  const search = useSearch({ strict: false }) as { redirectUrl?: string }
  return () => router.navigate({ href: safePath(search.redirectUrl) })
}
