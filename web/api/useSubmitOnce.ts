import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useSingleFlight } from './useSingleFlight.ts'

/** The write of a button: pressing it again before the answer sends nothing. */
export function useSubmitOnce<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options)
  const mutateAsync = useSingleFlight((variables: Variables) => mutation.mutateAsync(variables))
  // The mutation itself reports a failure.
  const mutate = (variables: Variables) => void mutateAsync(variables).catch(() => {})
  return { ...mutation, mutate, mutateAsync }
}
