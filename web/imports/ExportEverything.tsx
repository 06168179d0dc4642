import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { importKindNames } from '#contract/imports/import-kinds.ts'
import { importCalls } from '#contract/imports/imports.ts'
import { useDownload } from '../ui/export/useDownload.ts'
import classes from './Imports.module.css'

/** Each kind as a file that can be imported again. */
export function ExportEverything() {
  const { t } = useTranslation('imports')
  const file = useDownload(importCalls.export)
  return (
    <details className={classes.fold}>
      <summary className={classes.summary}>{t('export.title')}</summary>
      <p className={classes.hint}>{t('export.hint')}</p>
      <p className={classes.hint}>{t('export.left_out')}</p>
      <div className={classes.templates}>
        {importKindNames.map((kind) => (
          <Button
            key={kind}
            variant="default"
            size="compact-sm"
            disabled={file.isBusy}
            onClick={() => void file.start({ query: { kind, format: 'xlsx' } })}
          >
            {t(`kinds.${kind}`)}
          </Button>
        ))}
      </div>
    </details>
  )
}
