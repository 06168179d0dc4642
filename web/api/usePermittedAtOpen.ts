import { useState } from 'react'

/**
 * What was asked for, where it is allowed. Only opening needs the permission: one that is taken meanwhile is said by the
 * save, and what is typed stays.
 */
export function usePermittedAtOpen<Asked>(asked: Asked, allowed: boolean): Asked | null {
  const [opened, setOpened] = useState<Asked | null>(null)
  const held = allowed || opened === asked ? asked : null
  if (opened !== held) setOpened(held)
  return held
}
