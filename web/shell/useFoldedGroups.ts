import { useState } from 'react'

const key = 'mizan-folded-groups'
type Folds = Readonly<Record<string, boolean>>

/** Which groups of the menu are folded, by their names; this browser remembers those that were pressed. */
export function useFoldedGroups(): { isFolded: (group: string) => boolean; toggle: (group: string) => void } {
  const [folds, setFolds] = useState(readFolds)
  const isFolded = (group: string) => folds[group] ?? group.endsWith(settingsFold)
  const toggle = (group: string) => {
    const next = { ...folds, [group]: !isFolded(group) }
    setFolds(next)
    storeFolds(next)
  }
  return { isFolded, toggle }
}

const settingsFold = ':settings'
/** What is arranged once, below the divider of a group: a fold of its own, which begins folded. */
export const settingsFoldOf = (group: string): string => `${group}${settingsFold}`

// A browser may refuse its storage: then everything is as at the first visit.
function readFolds(): Folds {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Folds) : {}
  } catch {
    return {}
  }
}

function storeFolds(folds: Folds): void {
  try {
    localStorage.setItem(key, JSON.stringify(folds))
  } catch {}
}
