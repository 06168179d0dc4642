import type { ReactNode } from 'react'

/** A number, date, code or phone: reads left to right whatever surrounds it. */
export function Num({ children }: { children: ReactNode }) {
  return <bdi className="num">{children}</bdi>
}
