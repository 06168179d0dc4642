import { formatPlain } from '#contract/paper/format-number.ts'
import { Num } from '../cells/Num.tsx'
import classes from './Paper.module.css'

/** The name of a thing, in both languages. */
export function PaperItem({ name, name_en }: { name: string; name_en: string | null }) {
  return (
    <>
      <bdi className={classes.item}>{name}</bdi>
      {name_en && name_en !== name && (
        <bdi lang="en" className={`${classes.item} ${classes.itemEnglish}`}>
          {name_en}
        </bdi>
      )}
    </>
  )
}

type PaperQuantityProps = { quantity: number; unit?: string | null; unit_en?: string | null }
/** How much of it, in its unit: both languages of that as well. */
export function PaperQuantity({ quantity, unit, unit_en }: PaperQuantityProps) {
  return (
    <>
      <Num>{formatPlain(quantity)}</Num> {unit && <bdi className={classes.unit}>{unit}</bdi>}
      {unit_en && unit_en !== unit && (
        <bdi lang="en" className={classes.itemEnglish}>
          {unit_en}
        </bdi>
      )}
    </>
  )
}
