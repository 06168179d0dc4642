import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useSingleFlight } from './useSingleFlight.ts'

/** What a button sends, once however often it is pressed before it is answered. */
export function useSubmitOnce<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options)
  const mutateAsync = useSingleFlight((variables: Variables) => mutation.mutateAsync(variables))
  // What failed is told by the mutation itself.
  const mutate = (variables: Variables) => void mutateAsync(variables).catch(() => {})
  return { ...mutation, mutate, mutateAsync }
}
