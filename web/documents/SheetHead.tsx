import type { DocumentRecord } from './DocumentForm.tsx'
import classes from './DocumentSheet.module.css'

type SheetHeadProps = { organization: DocumentRecord['organization']; title: { ar: string; en: string } }

/** Who issued the paper, and what it may call itself. */
export function SheetHead({ organization, title }: SheetHeadProps) {
  return (
    <header className={classes.head}>
      <div>
        {organization.logo && <img src={organization.logo} alt="" className={classes.logo} />}
        <h2 className={classes.organization}>{organization.name}</h2>
        {organization.name_en && (
          <p dir="ltr" lang="en" className={classes.english}>
            {organization.name_en}
          </p>
        )}
      </div>
      <div className={classes.title}>
        <h2>{title.ar}</h2>
        <p dir="ltr" lang="en">
          {title.en}
        </p>
      </div>
    </header>
  )
}
