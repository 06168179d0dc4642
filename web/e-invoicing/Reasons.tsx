import classes from './EInvoicing.module.css'
import { type Remark, useRemarkWords } from './useRemarkWords.ts'

/** What the authority said, in words, each once; the code leads to its sheet of rules. */
export function Reasons({ remarks }: { remarks: readonly Remark[] }) {
  const say = useRemarkWords()
  const said = new Map(remarks.map((remark) => [say(remark), remark.code]))
  return (
    <ul className={classes.reasons}>
      {[...said].map(([words, code]) => (
        <li key={words}>
          <bdi>{words}</bdi> {code && <bdi className={classes.hint}>({code})</bdi>}
        </li>
      ))}
    </ul>
  )
}
