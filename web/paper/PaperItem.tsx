import { formatPlain } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import classes from './Paper.module.css'

/** The name of a thing, in both languages. */
export function PaperItem({ name, name_en }: { name: string; name_en: string | null }) {
  return (
    <>
      <bdi>{name}</bdi>
      {name_en && name_en !== name && (
        <bdi lang="en" className={classes.itemEnglish}>
          {name_en}
        </bdi>
      )}
    </>
  )
}

/** How much of it, in its unit. */
export function PaperQuantity({ quantity, unit }: { quantity: number; unit: string | null }) {
  return (
    <>
      <Num>{formatPlain(quantity)}</Num> {unit && <bdi className={classes.unit}>{unit}</bdi>}
    </>
  )
}
