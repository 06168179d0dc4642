import { useState } from 'react'
import { branches } from '#contract/organization.ts'
import { optionsOf } from '../../api/optionsOf.ts'
import { useFormScope } from '../form/FormScope.ts'
import { includeStoredOption } from './includeStoredOption.ts'
import { SelectField } from './SelectField.tsx'
import { useDefaultChoice, useRememberChoice } from './useDefaultChoice.ts'

const call = optionsOf(branches)

/** The branch of a document; the next one begins with it. */
export function BranchField() {
  const { form } = useFormScope()
  const [query] = useState(() => includeStoredOption(form.getValues(), 'branch_id'))
  return <SelectField name="branch_id" call={call} query={query} onChoose={useRememberChoice('branch')} />
}

export const useUsualBranch = () => useDefaultChoice('branch', call)
