import { Num } from '../../ui/cells/Num.tsx'
import { headParts } from './headParts.ts'
import classes from './Sheet.module.css'

/** Days are never broken at their hyphens. In a narrow space each day has its own line, and the dash follows the first. */
export function HeadText({ text }: { text: string }) {
  const { words, since, until } = headParts(text)
  return (
    <>
      {words}
      {since && (
        <>
          <span className={classes.since}>
            <Num>{since}</Num> –
          </span>{' '}
        </>
      )}
      {until && <Num>{until}</Num>}
    </>
  )
}
