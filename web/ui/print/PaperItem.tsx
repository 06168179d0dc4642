import { formatPlain } from '#contract/paper/format-number.ts'
import classes from './Paper.module.css'

type PaperItemProps = {
  name: string
  name_en: string | null
  lots?: readonly { number: string; expires_on?: string | null | undefined; quantity: number }[] | null
}

/** The name of a thing, in both languages, and its batches or serial numbers below it. */
export function PaperItem({ name, name_en, lots }: PaperItemProps) {
  return (
    <>
      <bdi className={classes.item}>{name}</bdi>
      {name_en && name_en !== name && (
        <bdi lang="en" className={`${classes.item} ${classes.itemEnglish}`}>
          {name_en}
        </bdi>
      )}
      {lots?.map(({ number, expires_on, quantity }) => (
        <bdi key={number} className={`${classes.item} ${classes.itemEnglish}`}>
          {[number, ...(expires_on ? [expires_on] : []), ...(quantity === 1 ? [] : [formatPlain(quantity)])].join(
            ' · ',
          )}
        </bdi>
      ))}
    </>
  )
}

/** A unit, in both languages; a row without one leaves its cell empty. */
export const PaperUnit = ({ unit, unit_en }: { unit?: string | null; unit_en?: string | null }) =>
  unit ? (
    <span className={classes.unit}>
      <PaperItem name={unit} name_en={unit_en ?? null} />
    </span>
  ) : null
