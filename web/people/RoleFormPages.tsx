import { roles } from '#contract/people.ts'
import type { RecordOf } from '../api/resource.ts'
import { RecordPage } from '../kit/form/RecordPage.tsx'
import { FailedState } from '../kit/states/FailedState.tsx'
import { LoadingState } from '../kit/states/LoadingState.tsx'
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
  if (cards.error) return <FailedState error={cards.error} onRetry={() => void cards.refetch()} list="/roles" />
  return <LoadingState />
}
