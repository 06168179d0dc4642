import { Num } from '../../ui/cells/Num.tsx'
import { headParts } from './headParts.ts'
import classes from './Sheet.module.css'

/** Days are never broken at their hyphens: where there is little room, each stands on a line of its own, the dash with the first. */
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
