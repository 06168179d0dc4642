import classes from './EInvoicing.module.css'
import { type Remark, useRemarkWords } from './useRemarkWords.ts'

/** The authority's remarks in words, without repeats. The code refers to its rule sheet. */
export function Reasons({ remarks }: { remarks: readonly Remark[] }) {
  const say = useRemarkWords()
  const messages = new Map(remarks.map((remark) => [say(remark), remark.code]))
  return (
    <ul className={classes.reasons}>
      {[...messages].map(([words, code]) => (
        <li key={words}>
          <bdi>{words}</bdi> {code && <bdi className={classes.hint}>({code})</bdi>}
        </li>
      ))}
    </ul>
  )
}
