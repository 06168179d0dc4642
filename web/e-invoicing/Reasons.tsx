import classes from './EInvoicing.module.css'

type Remark = { code: string | null; message: string }

/** What the authority said, in its own words: the code leads to its sheet of rules. */
export function Reasons({ remarks }: { remarks: readonly Remark[] }) {
  return (
    <ul className={classes.reasons}>
      {remarks.map(({ code, message }) => (
        <li key={`${code} ${message}`}>
          <bdi>{message}</bdi> {code && <bdi className={classes.hint}>({code})</bdi>}
        </li>
      ))}
    </ul>
  )
}
