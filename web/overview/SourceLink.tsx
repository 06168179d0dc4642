import type { ReactNode } from 'react'
import { sheetLink } from '../reports/sheet/sheetLink.ts'
import { OpenLink } from '../routes/OpenLink.tsx'

type SourceLinkProps = { source: string | null; id: number | null; children: ReactNode }
/** What posted an entry, by its number, with the way to its page. */
export function SourceLink({ source, id, children }: SourceLinkProps) {
  const address = source && id !== null ? sheetLink({ to: source, query: { id } }) : undefined
  if (!address || !children) return children
  return (
    <OpenLink to={address.to} search={address.search} className="link">
      {children}
    </OpenLink>
  )
}
