import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

/** How a choice is written in the address, and read from one that somebody sent; `undefined` where nobody chose yet. */
type Spelling<Choice> = { read: (written: string | undefined) => Choice; write: (choice: Choice) => string }

/** What is chosen stands in the address beside the day, so that a reload keeps it. */
export function useSearchParam<Choice>(name: string, spelling: Spelling<Choice>): [Choice, (choice: Choice) => void] {
  const { [name]: written } = useSearch({ strict: false }) as Record<string, string | undefined>
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(() => spelling.read(written))
  function choose(choice: Choice) {
    setChosen(choice)
    const search = (before: object) => ({ ...before, [name]: spelling.write(choice) })
    void navigate({ to: '.', search: search as never, replace: true })
  }
  return [chosen, choose]
}
