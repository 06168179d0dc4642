import { Button, FileButton, NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { packageKind } from '#contract/imports/import-kinds.ts'
import { importCalls } from '#contract/imports/imports.ts'
import { tableFiles } from '#contract/imports/table-files.ts'
import IconUpload from '~icons/tabler/upload'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { useDownload } from '../ui/export/useDownload.ts'
import classes from './Imports.module.css'
import { kindChoices } from './kindChoices.ts'

/** Chooses the kind of records and the file, which may be dropped here. A template shows the format of a file. */
export function NewImport() {
  const { t } = useTranslation('imports')
  const navigate = useNavigate()
  const [kind, setKind] = useState<string>('customers')
  const [isOver, setIsOver] = useState(false)
  const template = useDownload(importCalls.template)
  const upload = useQuietMutation(importCalls.create, (answer) => {
    const { id } = (answer as { data: { id: number } }).data
    void navigate({ to: `/settings/import/${id}` })
  })
  const send = (file: File | null | undefined) =>
    file &&
    upload.mutate({ body: { kind: file.name.toLowerCase().endsWith('.zip') ? packageKind : kind, import_file: file } })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    send(event.dataTransfer.files[0])
  }
  return (
    <section
      className={classes.drop}
      data-over={isOver || undefined}
      aria-label={t('names.import.new')}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <NativeSelect
        label={t('fields.import.kind')}
        data={kindChoices(t)}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value)}
      />
      <FileButton onChange={send} accept={`${tableFiles},.zip`}>
        {(props) => (
          <Button {...props} leftSection={<IconUpload aria-hidden />} loading={upload.isPending}>
            {t('actions.choose_file')}
          </Button>
        )}
      </FileButton>
      <p className={classes.hint}>{t('new.hint')}</p>
      {kind !== packageKind && (
        <div className={classes.templates}>
          <span className={classes.hint}>{t('new.templates')}</span>
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              variant="subtle"
              size="compact-sm"
              loading={template.isBusy}
              onClick={() => void template.start({ query: { kind, format } })}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
