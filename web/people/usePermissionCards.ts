import { useQuery } from '@tanstack/react-query'
import { type PermissionCard, roleCalls, roles } from '#contract/access/people.ts'
import { request } from '../api/client.ts'

/** Every permission by category, with what the role has of it; a new role (null) has none. */
export function usePermissionCards(roleId: number | null) {
  return useQuery({
    queryKey: [roles.path, 'permissions', roleId],
    queryFn: async ({ signal }) => {
      const answer =
        roleId === null
          ? await request<{ data: PermissionCard[] }>(roleCalls.newPermissions, { signal })
          : await request<{ data: PermissionCard[] }>(roleCalls.permissions, { params: { id: roleId }, signal })
      return answer.data
    },
    staleTime: 0,
    gcTime: 0,
  })
}
