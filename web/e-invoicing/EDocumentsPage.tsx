import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EDocumentRow, eDocumentKinds, eDocumentStates, eDocuments } from '#contract/e-invoicing.ts'
import { viewPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { codeColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FilterSelect } from '../ui/filters/FilterSelect.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { dayAt } from '../ui/today.ts'
import { EDocumentState } from './EDocumentState.tsx'
import classes from './EInvoicing.module.css'
import { Summary } from './Summary.tsx'
import { useAge } from './useAge.ts'
import { useRemarkWords } from './useRemarkWords.ts'

const EDocumentDetails = lazy(async () => ({
  default: (await import('./EDocumentDetails.tsx')).EDocumentDetails,
}))
const ArchiveDrawer = lazy(async () => ({ default: (await import('./ArchiveDrawer.tsx')).ArchiveDrawer }))

/** The control room: the stamped documents, their states, and the ones that need attention. */
export function EDocumentsPage() {
  const { t } = useTranslation('eInvoicing')
  const [shown, setShown] = useState<EDocumentRow | null>(null)
  const [isArchiving, setIsArchiving] = useState(false)
  return (
    <>
      <ListPage
        resource={eDocuments}
        columns={columns}
        above={<Summary />}
        actions={
          <Button variant="default" onClick={() => setIsArchiving(true)}>
            {t('actions.archive')}
          </Button>
        }
        filters={<Filters />}
        rowActions={(row) => (
          <>
            <Mend row={row} />
            <Button variant="subtle" size="compact-sm" onClick={() => setShown(row)}>
              {t('actions.details')}
            </Button>
          </>
        )}
      />
      <Suspense>
        {shown && <EDocumentDetails row={shown} onClose={() => setShown(null)} />}
        {isArchiving && <ArchiveDrawer onClose={() => setIsArchiving(false)} />}
      </Suspense>
    </>
  )
}

/** What was rejected is corrected on its page. */
function Mend({ row: { kind, document_id, state } }: { row: EDocumentRow }) {
  const { t } = useTranslation('eInvoicing')
  if (state !== 'rejected') return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      renderRoot={(props) => <Link {...props} to={viewPath(kind, document_id)} />}
    >
      {t('actions.mend')}
    </Button>
  )
}

function Filters() {
  const { t } = useTranslation('eInvoicing')
  const words = (group: 'states' | 'kinds', values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`) }))
  return (
    <>
      <FilterSelect name="state" all={t('all.states')} choices={words('states', eDocumentStates)} />
      <FilterSelect name="kind" all={t('all.kinds')} choices={words('kinds', eDocumentKinds)} />
    </>
  )
}

const columns: readonly Column<EDocumentRow>[] = [
  {
    name: 'number',
    width: 150,
    draw: ({ kind, document_id, number }) => (
      <Link to={viewPath(kind, document_id)} className="link">
        <Num>{number}</Num>
      </Link>
    ),
  },
  { name: 'state', width: 140, draw: ({ state }) => <EDocumentState state={state} /> },
  { name: 'errors', draw: (row) => <Reason row={row} /> },
  { name: 'kind', width: 190, draw: (row) => <Kind {...row} /> },
  { name: 'issued_at', width: 150, draw: ({ issued_at }) => <Issued at={issued_at} /> },
  // The column of a code takes text; this one is a number and is drawn the same.
  { ...(codeColumn('icv') as unknown as Column<EDocumentRow>), width: 72 },
]

/** A document being sent has no result yet. */
const isOnItsWay = (state: string) => state === 'waiting' || state === 'unknown'

function Reason({ row: { state, errors, warnings } }: { row: EDocumentRow }) {
  const say = useRemarkWords()
  const [first] = isOnItsWay(state) ? [] : [...errors, ...warnings]
  return first ? (
    <span className={classes.reason} title={first.message}>
      <bdi>{withoutCode(say(first), first.code)}</bdi> {first.code && <bdi className={classes.hint}>{first.code}</bdi>}
    </span>
  ) : null
}

/** The authority repeats the code of a rule before its words. */
const withoutCode = (words: string, code: string | null): string =>
  code ? words.replace(`[${code}]`, '').replace(/^[\s-]+/, '') : words

/** Only production counts before the law: a trial is named. */
function Kind({ kind, audience, environment }: Pick<EDocumentRow, 'kind' | 'audience' | 'environment'>) {
  const { t } = useTranslation('eInvoicing')
  return (
    <>
      {t(`kinds.${kind}`)} · {t(`audiences.${audience}`)}
      {environment !== 'production' && <span className={classes.bad}> · {t(`environment_names.${environment}`)}</span>}
    </>
  )
}

function Issued({ at }: { at: string }) {
  const age = useAge()
  return (
    <>
      <Num>{dayAt(new Date(at))}</Num> <span className={classes.hint}>{age(at)}</span>
    </>
  )
}
