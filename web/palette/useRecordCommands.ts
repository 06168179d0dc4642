import { keepPreviousData, useQueries } from '@tanstack/react-query'
import type { ListAnswer } from '#contract/kit/envelope.ts'
import { request } from '../api/client.ts'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { listQueryOf } from './amountSearch.ts'
import type { CommandGroup } from './Command.ts'
import { recordKinds } from './records.ts'

const foundOfEach = 4
const leastLetters = 2

type RecordCommands = { groups: CommandGroup[]; searching: boolean; failed: boolean }

/** Customers, suppliers, products and documents as the lists' own search finds them, of the kinds one may list. */
export function useRecordCommands(keyword: string): RecordCommands {
  const can = useCan()
  const { organization } = useUser()
  const hasDigit = /\p{Nd}/u.test(keyword)
  const kinds = recordKinds.filter(
    ({ resource, byNumber, needs }) =>
      (!needs || organization[needs]) &&
      can(resource.permissions.list) &&
      (hasDigit || !byNumber) &&
      listQueryOf(resource, keyword) !== null,
  )
  const isLongEnough = [...keyword].length >= leastLetters
  const results = useQueries({
    queries: kinds.map(({ resource }) => ({
      queryKey: [resource.path, 'palette', keyword],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        request<ListAnswer<{ id: number }>>(resource.calls.list, {
          query: { ...listQueryOf(resource, keyword), per_page: foundOfEach },
          signal,
        }),
      enabled: isLongEnough,
      placeholderData: keepPreviousData,
    })),
  })
  if (!isLongEnough) return { groups: [], searching: false, failed: false }
  const groups = kinds.map(({ name, read, icon, opens, list }, index) => ({
    name,
    commands: (results[index]?.data?.data ?? []).map((row) => {
      const command = { ...read(row), icon }
      return can(opens) ? command : { ...command, to: `${list}?keyword=${encodeURIComponent(command.title)}` }
    }),
  }))
  return {
    groups,
    searching: results.some(({ isFetching }) => isFetching),
    failed: results.some(({ isError }) => isError),
  }
}
