import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../api/useCan.ts'
import { useListScope } from '../list-scope/ListScope.ts'
import { ExportButton } from './ExportButton.tsx'

// A list is viewed more often than exported: the menu is loaded with the first press.
const OpenExportMenu = lazy(async () => ({ default: (await import('./ExportMenuContent.tsx')).ExportMenuContent }))

/** Exports the list with its filters and order, for permitted users; nothing for a list without an export. */
export function ExportMenu() {
  const { resource, view } = useListScope()
  const can = useCan()
  const [wanted, setWanted] = useState(false)
  const call = resource.calls.export
  if (!call || !Array.isArray(call.admission) || !call.admission.some((key) => can(key))) return null
  if (!wanted) return <ExportButton onClick={() => setWanted(true)} />
  return (
    <Suspense fallback={<ExportButton />}>
      <OpenExportMenu call={call} query={view.query} />
    </Suspense>
  )
}
