import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditEntryRow, auditFilters, auditLog } from '#contract/access/audit-log.ts'
import type { AnswerOf } from '../api/options.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import type { Column } from '../ui/cells/Column.ts'
import { Num } from '../ui/cells/Num.tsx'
import { DayInput } from '../ui/fields/DayInput.tsx'
import { FilterDrawer } from '../ui/filters/FilterDrawer.tsx'
import { FilterSelect } from '../ui/filters/FilterSelect.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { useListScope } from '../ui/list-scope/ListScope.ts'
import { minuteAt } from '../ui/today.ts'
import classes from './Access.module.css'

const AuditEntryDetails = lazy(async () => ({ default: (await import('./AuditEntryDetails.tsx')).AuditEntryDetails }))

const columns: readonly Column<AuditEntryRow>[] = [
  { name: 'at', draw: ({ at }) => <Num>{minuteAt(at)}</Num> },
  { name: 'user', draw: (row) => <Who row={row} /> },
  { name: 'act', draw: (row) => <Act row={row} /> },
  { name: 'resource', draw: (row) => <What row={row} /> },
  { name: 'ip', draw: ({ ip }) => <Num>{ip}</Num> },
]

/** Settings: what people and programs did. */
export function AuditLogSection() {
  const { t } = useTranslation('access')
  const [shown, setShown] = useState<AuditEntryRow | null>(null)
  return (
    <>
      <ListPage
        resource={auditLog}
        columns={columns}
        filters={<Filters />}
        above={<p className={classes.hint}>{t('audit.detail')}</p>}
        rowActions={(row) => (
          <Button variant="subtle" size="compact-sm" onClick={() => setShown(row)}>
            {t('audit.details')}
          </Button>
        )}
      />
      <Suspense>{shown && <AuditEntryDetails row={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  )
}

function Filters() {
  const { t } = useTranslation('access')
  const offered = useCallQuery(auditFilters).data as AnswerOf<typeof auditFilters> | undefined
  const { view } = useListScope()
  const day = (name: 'from' | 'to') => (
    <DayInput
      label={t(`audit.${name}`)}
      clearable
      value={view.search.filters[name] ?? ''}
      onChange={(value) => view.change({ [name]: value || undefined })}
    />
  )
  return (
    <>
      <FilterSelect
        name="user_id"
        all={t('audit.all_people')}
        choices={(offered?.users ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <FilterSelect name="resource" all={t('audit.all_records')} choices={offered?.resources ?? []} />
      <FilterDrawer>
        {day('from')}
        {day('to')}
      </FilterDrawer>
    </>
  )
}

function Who({ row: { user, api_key } }: { row: AuditEntryRow }) {
  const { t } = useTranslation('access')
  return (
    <span className={classes.two}>
      <bdi>{user?.name ?? t('audit.system')}</bdi>
      {api_key && <span className={classes.small}>{t('audit.by_key', { name: api_key.name })}</span>}
    </span>
  )
}

function Act({ row: { act, action } }: { row: AuditEntryRow }) {
  const { t, i18n } = useTranslation('access')
  // Actions are many: the end of the address says which.
  const end = action.split('/').at(-1) ?? ''
  const word = `audit.actions.${end}`
  if (i18n.exists(word, { ns: 'access' })) return t(word)
  if (act !== 'action' && act !== 'other') return t(`audit.acts.${act}`)
  return (
    <span className={classes.two}>
      {t(`audit.acts.${act}`)}
      <bdi dir="ltr" className={classes.small}>
        {end}
      </bdi>
    </span>
  )
}

function What({ row: { resource_title, resource_id } }: { row: AuditEntryRow }) {
  return (
    <span>
      <bdi>{resource_title}</bdi> {resource_id !== null && <Num>{`#${resource_id}`}</Num>}
    </span>
  )
}
