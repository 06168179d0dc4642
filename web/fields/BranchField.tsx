import { useState } from 'react'
import { branches } from '#contract/organization.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useFormScope } from '../kit/form/FormScope.ts'
import { SelectField } from './SelectField.tsx'
import { storedIn } from './storedIn.ts'
import { useKeepUsual, useUsual } from './useUsual.ts'

const call = optionsOf(branches)

/** The branch of a document; the next one begins with it. */
export function BranchField() {
  const { form } = useFormScope()
  const [query] = useState(() => storedIn(form.getValues(), 'branch_id'))
  return <SelectField name="branch_id" call={call} query={query} onChoose={useKeepUsual('branch')} />
}

export const useUsualBranch = () => useUsual('branch', call)
