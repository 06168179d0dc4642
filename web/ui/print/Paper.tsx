import type { ReactNode } from 'react'
import { useTwoWords } from './BilingualLabel.tsx'
import classes from './Paper.module.css'

type PaperProps = {
  organization: { name: string; name_en: string | null; logo?: string | null }
  /** The title of the paper: its translation key. */
  title: string
  children: ReactNode
}

/** A printed document for a party: Arabic first with English next to it, in any language of the screen. */
export function Paper({ organization, title, children }: PaperProps) {
  const { ar, en } = useTwoWords()(`sheet.titles.${title}`)
  return (
    <div className={classes.sheet} dir="rtl" lang="ar">
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
          <h2>{ar}</h2>
          <p dir="ltr" lang="en">
            {en}
          </p>
        </div>
      </header>
      {children}
    </div>
  )
}
