import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiKeyRow, apiKeys } from '#contract/access/api-keys.ts'
import IconEnd from '~icons/tabler/ban'
import IconPlus from '~icons/tabler/plus'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import type { Column } from '../ui/cells/Column.ts'
import { dateColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { FilterSelect } from '../ui/filters/FilterSelect.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { minuteAt } from '../ui/today.ts'
import classes from './Access.module.css'

const NewApiKeyDrawer = lazy(async () => ({ default: (await import('./NewApiKeyDrawer.tsx')).NewApiKeyDrawer }))
const ShownKey = lazy(async () => ({ default: (await import('./ShownKey.tsx')).ShownKey }))

const colors = { active: 'green', expired: 'orange', ended: 'gray', maker_left: 'orange' }
const columns: readonly Column<ApiKeyRow>[] = [
  { name: 'name', draw: (row) => <KeyName row={row} /> },
  { name: 'state', draw: ({ state }) => <KeyState state={state} /> },
  { name: 'user', draw: ({ user }) => <bdi>{user.name}</bdi> },
  { name: 'permissions', figures: true, draw: ({ permissions }) => <Num>{String(permissions.length)}</Num> },
  { name: 'last_used_at', draw: (row) => <LastUse row={row} /> },
  dateColumn('expires_at'),
]

/** Settings: the keys by which programs use the interface. */
export function ApiKeysSection() {
  const { t } = useTranslation('access')
  const [isNew, setIsNew] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const create = (
    <Button leftSection={<IconPlus aria-hidden />} onClick={() => setIsNew(true)}>
      {t('names.api_key.new')}
    </Button>
  )
  return (
    <>
      <ListPage
        resource={apiKeys}
        columns={columns}
        actions={create}
        madeFrom={create}
        filters={<StateFilter />}
        above={
          <p className={classes.hint}>
            {t('keys.detail')}{' '}
            <a href="/api/docs" className="link" target="_blank" rel="noreferrer">
              {t('keys.docs')}
            </a>
          </p>
        }
        rowActions={(row) => <EndKey row={row} />}
      />
      <Suspense>
        {isNew && <NewApiKeyDrawer onClose={() => setIsNew(false)} onMade={setMade} />}
        {made !== null && <ShownKey value={made} onClose={() => setMade(null)} />}
      </Suspense>
    </>
  )
}

function StateFilter() {
  const { t } = useTranslation('access')
  const choices = Object.keys(colors).map((value) => ({ value, label: t(`key_states.${value}`) }))
  return <FilterSelect name="state" all={t('keys.all_states')} choices={choices} />
}

function KeyName({ row }: { row: ApiKeyRow }) {
  return (
    <span className={classes.two}>
      <bdi>{row.name}</bdi>
      <bdi dir="ltr" className={classes.small}>
        {row.hint}…
      </bdi>
    </span>
  )
}

function KeyState({ state }: { state: ApiKeyRow['state'] }) {
  const { t } = useTranslation('access')
  return <StatusDot status={state} color={colors[state]} label={t(`key_states.${state}`)} />
}

function LastUse({ row: { last_used_at, last_used_from } }: { row: ApiKeyRow }) {
  const { t } = useTranslation('access')
  if (!last_used_at) return <span className={classes.small}>{t('keys.never')}</span>
  return (
    <span className={classes.two}>
      <Num>{minuteAt(last_used_at)}</Num>
      <bdi dir="ltr" className={classes.small}>
        {last_used_from}
      </bdi>
    </span>
  )
}

function EndKey({ row: { id, name, state } }: { row: ApiKeyRow }) {
  const { t } = useTranslation('access')
  if (state !== 'active') return null
  return (
    <ConfirmDialog
      call={apiKeys.calls.end}
      params={{ id }}
      label={t('keys.end')}
      named={`${t('keys.end')} ${name}`}
      question={t('keys.end_question', { name })}
      facts={[]}
      icon={<IconEnd aria-hidden />}
    />
  )
}
