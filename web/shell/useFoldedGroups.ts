import { useState } from 'react'

const key = 'mizan-folded-groups'

/** The groups of the menu that are folded; this browser remembers them. */
export function useFoldedGroups(): { folded: ReadonlySet<string>; toggle: (group: string) => void } {
  const [folded, setFolded] = useState(readFolded)
  const toggle = (group: string) => {
    const next = new Set(folded)
    if (!next.delete(group)) next.add(group)
    setFolded(next)
    storeFolded(next)
  }
  return { folded, toggle }
}

// A browser may refuse its storage: then nothing is folded at the start.
function readFolded(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.map(String) : [])
  } catch {
    return new Set()
  }
}

function storeFolded(groups: ReadonlySet<string>): void {
  try {
    localStorage.setItem(key, JSON.stringify([...groups]))
  } catch {}
}
