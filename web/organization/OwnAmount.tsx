import type { FormattableNumber } from '#contract/paper/format-number.ts'
import { useUser } from '../api/session.ts'
import { Amount } from '../ui/cells/Amount.tsx'

/** An amount in the currency the organisation keeps its books in. */
export function OwnAmount({ value }: { value: FormattableNumber }) {
  return <Amount value={value} currency={useUser().organization.currency} />
}
