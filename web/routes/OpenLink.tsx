import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '../api/useCan.ts'
import { keysOf, pageAt } from './pageAt.ts'
import { lawPath } from './public.ts'

type OpenLinkProps = {
  to: string
  search?: Record<string, string> | undefined
  className?: string | undefined
  /** For entries without a link, plain text is enough. */
  plain?: string | undefined
  children: ReactNode
}

/** A link for who may open the page it leads to; for anybody else what it says. */
export function OpenLink({ to, search, className, plain, children }: OpenLinkProps) {
  if (!useMayOpen(to)) return plain ? <span className={plain}>{children}</span> : children
  return (
    <Link to={to} search={search ?? {}} className={className} preload={false}>
      {children}
    </Link>
  )
}

export function useMayOpen(address: string): boolean {
  const can = useCan()
  const found = pageAt(address)
  if (address === lawPath) return true
  return found !== undefined && can(...keysOf(found.page, found.params))
}
