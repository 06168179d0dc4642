import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A page that is no longer there, since its last row was deleted or a link is old, gives way to the last one there is. */
export function usePageInRange(page: number, pages: number, stale: boolean): void {
  const navigate = useNavigate()
  const isBeyond = !stale && page > pages
  useEffect(() => {
    if (!isBeyond) return
    const search = ({ page: _, ...rest }: Record<string, string>) =>
      pages > 1 ? { ...rest, page: String(pages) } : rest
    void navigate({ to: '.', search: search, replace: true })
  }, [isBeyond, pages, navigate])
}
