import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { importGroups, importKindNames, importKindOf, packageKind } from '#contract/imports/import-kinds.ts'
import { importCalls } from '#contract/imports/imports.ts'
import IconPackageExport from '~icons/tabler/package-export'
import { useDownload } from '../ui/export/useDownload.ts'
import classes from './Imports.module.css'

/** Everything as one file that can be imported again, or each kind as a file of its own. */
export function ExportEverything() {
  const { t } = useTranslation('imports')
  const file = useDownload(importCalls.export)
  return (
    <details className={classes.fold}>
      <summary className={classes.summary}>{t('export.title')}</summary>
      <p className={classes.hint}>{t('export.hint')}</p>
      <p className={classes.hint}>{t('export.rest')}</p>
      <div className={classes.templates}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant={format === 'xlsx' ? 'filled' : 'default'}
            leftSection={<IconPackageExport aria-hidden />}
            loading={file.isBusy}
            onClick={() => void file.start({ query: { kind: packageKind, format } })}
          >
            {t('export.everything', { format: format.toUpperCase() })}
          </Button>
        ))}
      </div>
      <p className={classes.hint}>{t('export.single')}</p>
      {importGroups.map((group) => (
        <section key={group} className={classes.templates} aria-label={t(`groups.${group}`)}>
          <span className={classes.hint}>{t(`groups.${group}`)}</span>
          {importKindNames
            .filter((kind) => importKindOf(kind).group === group)
            .map((kind) => (
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
        </section>
      ))}
    </details>
  )
}
