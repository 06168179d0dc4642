import classes from './AgeStack.module.css'

type AgePart = { age: string; amount: number }

/** Open items as one bar, from not due to the oldest. The figures next to it say the same, so a screen reader skips it. */
export function AgeStack({ parts }: { parts: readonly AgePart[] }) {
  const whole = parts.reduce((all, { amount }) => all + amount, 0)
  return (
    <div className={classes.stack} aria-hidden>
      {parts.map(({ age, amount }) => (
        <span key={age} className={classes.part} data-age={age} style={{ flexGrow: amount / whole }} />
      ))}
    </div>
  )
}

/** The colour of an age in a legend. */
export const AgeMark = ({ age }: Pick<AgePart, 'age'>) => <i className={classes.mark} data-age={age} aria-hidden />
