import { type ReactNode, useId } from 'react'
import classes from './ChoiceCards.module.css'

type ChoiceCardsProps<T extends string> = {
  label: string
  values: readonly T[]
  value: T
  onChange: (value: T) => void
  /** The name of a choice whose card shows no text. */
  nameOf?: (value: T) => string
  columns: number
  children: (value: T) => ReactNode
}

/** One of a few, all in sight: native radio buttons, so the arrow keys work as everywhere. */
export function ChoiceCards<T extends string>(props: ChoiceCardsProps<T>) {
  const { label, values, value: chosen, onChange, nameOf, columns, children } = props
  const name = useId()
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.cards} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {values.map((value) => (
          <label key={value} className={classes.card} title={nameOf?.(value)}>
            <input
              type="radio"
              className="spoken"
              name={name}
              checked={value === chosen}
              aria-label={nameOf?.(value)}
              onChange={() => onChange(value)}
            />
            {children(value)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
