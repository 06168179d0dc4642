import classes from './Paper.module.css'
import { TwoWords } from './TwoWords.tsx'

/** Who signs, each over a line. */
export function Signatures({ names }: { names: readonly string[] }) {
  return (
    <section className={classes.signatures}>
      {names.map((name) => (
        <span key={name}>
          <TwoWords name={`sheet.${name}`} />
        </span>
      ))}
    </section>
  )
}
