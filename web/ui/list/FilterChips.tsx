import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import IconRemove from '~icons/tabler/x'
import { useOptions } from '../../api/options.ts'
import { useWords } from '../../i18n/PageWords.tsx'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { useListScope } from '../list-scope/ListScope.ts'
import { type Choosable, toSelectOption } from '../values/toSelectOption.ts'
import classes from './ListPage.module.css'

/** The option calls of what filters by id, loaded with the first such filter. */
export type FilterCalls = () => Promise<Record<string, Call>>

/** The filters that are set, each with its value and the way to take it away, in the same place in every list. */
export function FilterChips({ calls: load }: { calls: FilterCalls | undefined }) {
  const { t } = useTranslation('common')
  const { resource, view } = useListScope()
  const label = useFieldLabel(resource.name)
  const set = Object.entries(view.search.filters)
  const { data: calls } = useQuery<Record<string, Call>>({
    queryKey: [resource.path, 'filter calls'],
    queryFn: async () => (await load?.()) ?? {},
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <ul className={classes.chips} aria-label={t('list.filtered')}>
      {set.map(([name, value]) => (
        <li key={name} className={classes.chip}>
          <span>{label(name)}</span>
          <ChipValue resource={resource.name} name={name} value={value} call={calls?.[name]} />
          <button
            type="button"
            aria-label={t('list.remove_filter', { field: label(name) })}
            onClick={() => view.change({ [name]: undefined })}
          >
            <IconRemove aria-hidden />
          </button>
        </li>
      ))}
      {set.length > 1 && (
        <li>
          <button
            type="button"
            className={classes.clear}
            onClick={() => view.change(Object.fromEntries(set.map(([name]) => [name, undefined])))}
          >
            {t('list.clear_filters')}
          </button>
        </li>
      )}
    </ul>
  )
}

type ChipValueProps = { resource: string; name: string; value: string; call: Call | undefined }
function ChipValue({ resource, name, value, call }: ChipValueProps) {
  const { t } = useWords()
  if (call) return <ChosenNames call={call} value={value} />
  if (name.startsWith('with_') || value === '1') return null
  const own = `${name === 'status' ? 'statuses' : name}.${resource}.${value}`
  const word = t([own, `statuses.${value}`, `types.${value}`, `filters.${value}`], { defaultValue: value })
  return (
    <strong>
      <bdi>{word}</bdi>
    </strong>
  )
}

function ChosenNames({ call, value }: { call: Call; value: string }) {
  const options = useOptions(call).data as Choosable[] | undefined
  const names = value.split(',').map((id) => {
    const option = options?.find((one) => String(one.id) === id)
    return option ? toSelectOption(option).label : id
  })
  return (
    <strong>
      <bdi>{names.join('، ')}</bdi>
    </strong>
  )
}
