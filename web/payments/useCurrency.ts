import { type Currency, useCurrencyOf } from '../api/useCurrencyOf.ts'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'

/** The currency that is chosen in the form around; undefined until the currencies came. */
export function useCurrency(): Currency | undefined {
  const { form } = useFormScope()
  const chosen = useWatched(form, 'currency_id')
  return useCurrencyOf()(chosen)
}
