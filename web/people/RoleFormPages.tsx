import { roles } from '#contract/access/people.ts'
import type { RecordOf } from '../api/resource.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { RoleForm } from './RoleForm.tsx'
import { usePermissionCards } from './usePermissionCards.ts'

/** A new role, with nothing allowed yet. */
export function RoleCreatePage() {
  return <RoleWithCards stored={null} />
}

/** A stored role. */
export function RoleEditPage() {
  return (
    <RecordPage resource={roles} list="/roles">
      {(role) => <RoleWithCards key={role.id} stored={role} />}
    </RecordPage>
  )
}

function RoleWithCards({ stored }: { stored: RecordOf<typeof roles> | null }) {
  const cards = usePermissionCards(stored?.id ?? null)
  if (cards.data) return <RoleForm stored={stored} cards={cards.data} />
  return <LoadingPage of={cards} list="/roles" />
}
