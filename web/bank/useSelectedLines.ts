import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { BankLine } from '#contract/bank.ts'
import type { Id } from '../api/resource.ts'
import type { Values } from '../ui/form/FormScope.ts'
import { keyOf } from './bankFigures.ts'
import { useBankSheet } from './useBankSheet.ts'

/** The sheet of the form's account and day, and the selected lines: by default those of the draft. */
export function useSelectedLines(form: UseFormReturnType<Values>, id: Id | null) {
  const sheet = useBankSheet(form, id)
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const isTicked = (line: BankLine) => (chosen ? chosen.has(keyOf(line)) : line.is_matched)
  const tick = (next: ReadonlySet<string>) => {
    setChosen(next)
    // Reported to the form: leaving with an unsaved selection asks first.
    form.setFieldValue('lines', [...next], { forceUpdate: false })
    form.clearFieldError('lines')
  }
  return { sheet, ticked: (sheet.data?.lines ?? []).filter(isTicked), tick }
}
