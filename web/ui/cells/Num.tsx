import type { ReactNode } from 'react'

/** A number, date, code or phone: left to right in any context. */
export function Num({ children }: { children: ReactNode }) {
  return <bdi className="num">{children}</bdi>
}
