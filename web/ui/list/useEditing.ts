import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Id, ListedResource } from '../../api/resource.ts'
import { useMay } from '../../api/useCan.ts'
import { usePermittedAtOpen } from '../../api/usePermittedAtOpen.ts'

type Editing = { id: Id | 'new' | null; open: (id: Id | 'new') => void; close: () => void }

/** The record in the drawer of a list is in the URL (`?edit=7`, `?edit=new`), so that it can be linked. */
export function useEditing({ permissions }: Pick<ListedResource, 'permissions'>, hasDrawer: boolean): Editing {
  const { edit } = useSearch({ strict: false }) as { edit?: string }
  const navigate = useNavigate()
  const may = useMay(permissions)
  const editing = edit === 'new' ? 'new' : /^[1-9][0-9]*$/.test(edit ?? '') ? Number(edit) : null
  const mayOpen = hasDrawer && editing !== null && may(editing === 'new' ? 'create' : 'update')
  const id = usePermittedAtOpen(editing, mayOpen)
  return useMemo(() => {
    const change = (wanted: string | undefined, replace: boolean) =>
      void navigate({
        to: '.',
        search: ({ edit: _, ...rest }: object & { edit?: string }) =>
          wanted === undefined ? rest : { ...rest, edit: wanted },
        replace,
        // The drawer itself has confirmed that unsaved input may be discarded.
        ignoreBlocker: true,
      })
    return { id, open: (wanted) => change(String(wanted), false), close: () => change(undefined, true) }
  }, [id, navigate])
}
