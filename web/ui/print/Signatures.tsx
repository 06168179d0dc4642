import { BilingualLabel } from './BilingualLabel.tsx'
import classes from './Paper.module.css'

/** Signatures, each above a line. */
export function Signatures({ names }: { names: readonly string[] }) {
  return (
    <section className={classes.signatures}>
      {names.map((name) => (
        <span key={name}>
          <BilingualLabel name={`sheet.${name}`} />
        </span>
      ))}
    </section>
  )
}
