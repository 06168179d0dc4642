import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMayOpen } from '../routes/OpenLink.tsx'

type LinkButtonProps = {
  to: string
  search?: Record<string, string>
  icon: ReactNode
  isMain?: true
  children: ReactNode
}

/** A next step that is a page: a link, so that it opens in a new tab as well; nothing without the permission of that page. */
export function LinkButton({ to, search, icon, isMain, children }: LinkButtonProps) {
  if (!useMayOpen(to)) return null
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      leftSection={icon}
      renderRoot={(props) => <Link {...props} to={to} search={search ?? {}} preload={false} />}
    >
      {children}
    </Button>
  )
}
