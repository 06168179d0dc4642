import { lookUps } from '#contract/organization.ts'
import { useOptions } from '../api/options.ts'
import { useFormScope } from '../kit/form/FormScope.ts'
import { useWatched } from '../kit/form/useWatched.ts'

type Currency = { id: number; code: string; decimals: number }

/** The currency that is chosen in the form around; undefined until the currencies came. */
export function useCurrency(): Currency | undefined {
  const { form } = useFormScope()
  const chosen = useWatched(form, 'currency_id')
  const currencies = useOptions(lookUps.currencies).data as Currency[] | undefined
  return currencies?.find(({ id }) => String(id) === chosen)
}
