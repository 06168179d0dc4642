import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

/** How a choice is written to the address and read from it; `undefined` without a choice. */
type Spelling<Choice> = { read: (written: string | undefined) => Choice; write: (choice: Choice) => string }

/** The choice is in the address with the day, so that a reload preserves it. */
export function useSearchParam<Choice>(name: string, spelling: Spelling<Choice>): [Choice, (choice: Choice) => void] {
  const { [name]: written } = useSearch({ strict: false }) as Record<string, string | undefined>
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(() => spelling.read(written))
  function choose(choice: Choice) {
    setChosen(choice)
    const search = (before: object) => ({ ...before, [name]: spelling.write(choice) })
    void navigate({ to: '.', search: search, replace: true })
  }
  return [chosen, choose]
}
