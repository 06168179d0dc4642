import { useState } from 'react'

/**
 * Checks the permission only when the form opens, so that losing it does not discard typed input; the save reports it.
 */
export function usePermittedAtOpen<Asked>(asked: Asked, allowed: boolean): Asked | null {
  const [opened, setOpened] = useState<Asked | null>(null)
  const held = allowed || opened === asked ? asked : null
  if (opened !== held) setOpened(held)
  return held
}
