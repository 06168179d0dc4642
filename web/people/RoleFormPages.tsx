import { roles } from '#contract/people.ts'
import type { RecordOf } from '../api/resource.ts'
import { RecordPage } from '../kit/form/RecordPage.tsx'
import { AwaitedPage } from '../page/AwaitedPage.tsx'
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
  return <AwaitedPage of={cards} list="/roles" />
}
