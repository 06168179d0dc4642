import { Navigate } from '@tanstack/react-router'
import { stockCounts } from '#contract/counts.ts'
import type { RecordOf } from '../api/resource.ts'
import { countsPath } from '../routes/paths.ts'
import { useUsualBranch } from '../ui/fields/BranchField.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { today } from '../ui/today.ts'
import { CountForm } from './CountForm.tsx'
import { CountRemarksForm } from './CountRemarksForm.tsx'

/** A new count: today, nothing counted yet. */
export function CountCreatePage() {
  const branch = useUsualBranch()
  if (branch.isAwaited) return <LoadingPage />
  return (
    <CountForm
      id={null}
      values={{ count_date: today(), branch_id: branch.usual, place_id: '', notes: '', lines: [] }}
    />
  )
}

/** A posted count. Saving reverses it and posts the new one. In a closed period only the notes are editable; a void one is read-only. */
export function CountEditPage() {
  return (
    <RecordPage resource={stockCounts} list={countsPath}>
      {(record) => {
        if (record.status === 'void') return <Navigate to={`${countsPath}/${record.id}/view`} replace />
        const values = editedValues(record)
        const why = record.closed_period
        if (why) return <CountRemarksForm count={record} values={values} why={why} />
        return <CountForm id={record.id} values={values} posted={record} />
      }}
    </RecordPage>
  )
}

const editedValues = (record: RecordOf<typeof stockCounts>) => ({
  count_date: record.count_date,
  branch_id: String(record.branch_id),
  place_id: record.place_id === null ? '' : String(record.place_id),
  notes: record.notes ?? '',
  version: record.version,
  lines: record.lines.map((line) => ({ product_id: String(line.product_id), counted: String(line.counted) })),
})
