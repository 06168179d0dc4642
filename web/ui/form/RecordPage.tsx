import { Navigate, useParams } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { type ReadResource, type RecordOf, useRecord } from '../../api/resource.ts'
import { LoadingPage } from '../page/LoadingPage.tsx'

type RecordPageProps<R extends ReadResource> = {
  resource: R
  /** Where an address without a number leads, and the way on from a record that is not there. */
  list: string
  children: (record: RecordOf<R>) => ReactNode
}

/** Fetches the record of the address (`$id`) and draws the page with it, again for each version. */
export function RecordPage<R extends ReadResource>({ resource, list, children }: RecordPageProps<R>) {
  const { id } = useParams({ strict: false }) as { id?: string }
  const isNumber = /^[1-9][0-9]*$/.test(id ?? '')
  const record = useRecord(resource, isNumber && id ? id : null)
  if (!isNumber) return <Navigate to={list} replace />
  if (record.data) return <Fragment key={id}>{children(record.data)}</Fragment>
  return <LoadingPage of={record} list={list} />
}
