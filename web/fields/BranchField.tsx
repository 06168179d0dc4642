import { branches } from '#contract/organization.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { SelectField } from './SelectField.tsx'
import type { Choosable } from './useChoices.ts'
import { useKeepUsual, useUsual } from './useUsual.ts'

const call = optionsOf(branches)

/** The branch of a document; the next one begins with it. */
export function BranchField({ known }: { known?: Choosable | undefined }) {
  return <SelectField name="branch_id" call={call} known={known} onChoose={useKeepUsual('branch')} />
}

export const useUsualBranch = () => useUsual('branch', call)
