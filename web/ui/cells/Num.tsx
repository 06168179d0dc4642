import type { ReactNode } from 'react'

/** A number, date, code or phone: reads left to right whatever surrounds it; a code in Arabic letters reads as they do. */
export function Num({ children }: { children: ReactNode }) {
  const isArabic = typeof children === 'string' && /\p{Script=Arabic}/u.test(children.replace(/[٠-٩۰-۹]/g, ''))
  return <bdi className={isArabic ? 'num own' : 'num'}>{children}</bdi>
}
