import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './FoldedSection.module.css'
import { useFormScope } from './FormScope.ts'

type FoldedSectionProps = {
  title: string
  detail?: string
  /** Its fields are filled: it begins open. */
  isUsed?: boolean
  children: ReactNode
}

/** Fields that few need at once, behind one line. It opens by itself when one of its fields is refused. */
export function FoldedSection({ title, detail, isUsed = false, children }: FoldedSectionProps) {
  const { form } = useFormScope()
  const details = useRef<HTMLDetailsElement>(null)
  const { errors } = form
  useEffect(() => {
    const refused = Object.keys(errors).some((path) => details.current?.querySelector(`[data-field="${path}"]`))
    if (refused && details.current) details.current.open = true
  }, [errors])
  const [open] = useState(isUsed)
  return (
    <details ref={details} open={open} className={classes.folded}>
      <summary className={classes.summary}>
        <strong>{title}</strong>
        {detail && <span className={classes.detail}>{detail}</span>}
      </summary>
      {children}
    </details>
  )
}
