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

/** A unit, in both languages; a row without one leaves its cell empty. */
export const PaperUnit = ({ unit, unit_en }: { unit?: string | null; unit_en?: string | null }) =>
  unit ? (
    <span className={classes.unit}>
      <PaperItem name={unit} name_en={unit_en ?? null} />
    </span>
  ) : null
