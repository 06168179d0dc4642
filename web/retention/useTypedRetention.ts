import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'

/** The terms of the retention that a form holds, drawn again when they change. */
export function useTypedRetention(): { percent: string; basis: string } {
  const { form } = useFormScope()
  const percent = useWatched(form, 'retention_percent')
  const basis = useWatched(form, 'retention_basis')
  return { percent, basis }
}
