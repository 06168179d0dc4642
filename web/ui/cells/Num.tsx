import type { ReactNode } from 'react'

/** A number, date, code or phone. It reads left to right in any context, but a code in Arabic letters reads right to left. */
export function Num({ children }: { children: ReactNode }) {
  const isArabic = typeof children === 'string' && /\p{Script=Arabic}/u.test(children.replace(/[٠-٩۰-۹]/g, ''))
  return <bdi className={isArabic ? 'num own' : 'num'}>{children}</bdi>
}
