import { Navigate } from '@tanstack/react-router'
import { stockCounts } from '#contract/counts.ts'
import { useUsualBranch } from '../fields/BranchField.tsx'
import { RecordPage } from '../kit/form/RecordPage.tsx'
import { LoadingState } from '../kit/states/LoadingState.tsx'
import { today } from '../kit/today.ts'
import { CountForm } from './CountForm.tsx'
import { countsPath } from './countsPath.ts'

/** A new count: today, nothing counted yet. */
export function CountCreatePage() {
  const branch = useUsualBranch()
  if (branch.isLoading) return <LoadingState />
  return <CountForm id={null} values={{ count_date: today(), branch_id: branch.usual, notes: '', lines: [] }} />
}

/** A posted count; saving undoes it and counts anew. A void one is only looked at. */
export function CountEditPage() {
  return (
    <RecordPage resource={stockCounts} list={countsPath}>
      {(record) =>
        record.status === 'void' ? (
          <Navigate to={`${countsPath}/${record.id}/view`} replace />
        ) : (
          <CountForm
            id={record.id}
            values={{
              count_date: record.count_date,
              branch_id: String(record.branch_id),
              notes: record.notes ?? '',
              version: record.version,
              lines: record.lines.map((line) => ({
                product_id: String(line.product_id),
                counted: String(line.counted),
              })),
            }}
          />
        )
      }
    </RecordPage>
  )
}
