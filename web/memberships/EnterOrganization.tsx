import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { switchOrganization, useUser } from '../api/session.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import type { Entering } from './useEnterOrganization.ts'

/** Switches, and opens the wanted page there. After the switch this page is drawn again, in the other organization. */
export function EnterOrganization({ organization, to, search }: Entering) {
  const navigate = useNavigate()
  const current = useUser().organization.id
  const [error, setError] = useState<unknown>(null)
  const isAsked = useRef(false)
  const enter = useCallback(() => {
    setError(null)
    switchOrganization(organization).catch(setError)
  }, [organization])
  useEffect(() => {
    if (current === organization) void navigate({ to, search: search, replace: true })
    else if (!isAsked.current) {
      isAsked.current = true
      enter()
    }
  }, [current, organization, to, search, navigate, enter])
  return <LoadingPage of={{ error, data: undefined, refetch: enter }} list="/organizations" />
}
