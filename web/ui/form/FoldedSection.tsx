import { type ReactNode, useEffect, useRef } from 'react'
import classes from './FoldedSection.module.css'
import { useFormScope } from './FormScope.ts'

type FoldedSectionProps = { title: string; detail?: string; children: ReactNode }

/** Fields that few need at once, behind one line. It opens by itself when one of its fields is refused. */
export function FoldedSection({ title, detail, children }: FoldedSectionProps) {
  const { form } = useFormScope()
  const details = useRef<HTMLDetailsElement>(null)
  const { errors } = form
  useEffect(() => {
    const refused = Object.keys(errors).some((path) => details.current?.querySelector(`[data-field="${path}"]`))
    if (refused && details.current) details.current.open = true
  }, [errors])
  return (
    <details ref={details} className={classes.folded}>
      <summary className={classes.summary}>
        <strong>{title}</strong>
        {detail && <span className={classes.detail}>{detail}</span>}
      </summary>
      {children}
    </details>
  )
}
