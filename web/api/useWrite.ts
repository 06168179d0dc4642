import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useOnce } from './useOnce.ts'

/** What a button sends, once however often it is pressed before it is answered. */
export function useWrite<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options)
  const mutateAsync = useOnce((variables: Variables) => mutation.mutateAsync(variables))
  // What failed is told by the mutation itself.
  const mutate = (variables: Variables) => void mutateAsync(variables).catch(() => {})
  return { ...mutation, mutate, mutateAsync }
}
