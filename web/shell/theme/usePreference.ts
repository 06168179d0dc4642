import { useLocalStorage } from '@mantine/hooks'

/** One of a few values, stored in this browser and shared by all readers; anything else is the fallback. */
export function usePreference<const T extends string>(
  key: string,
  offered: readonly T[],
  fallback: T,
): readonly [T, (value: T) => void] {
  const [stored, store] = useLocalStorage<string>({
    key,
    defaultValue: fallback,
    getInitialValueInEffect: false,
    // As plain text, so that the script before the first paint reads it without parsing.
    serialize: (value) => value,
    deserialize: (value) => value ?? fallback,
  })
  const value = offered.find((choice) => choice === stored) ?? fallback
  return [value, store]
}
