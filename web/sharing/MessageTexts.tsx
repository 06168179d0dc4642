import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sharingSettingCalls } from '#contract/sharing/settings.ts'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FormScope } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { blanks, filledSample } from './messageBlanks.ts'
import classes from './Sharing.module.css'

type Language = 'ar' | 'en'
type Typed = { subject: string; body: string }

/** Subject and text of mails in one language: readable, with what is filled in on sending as buttons, and how it will read. */
export function MessageTexts({ form, language }: { form: SchemaForm; language: Language }) {
  const { t } = useTranslation('sharing')
  const { path: _, ...call } = sharingSettingCalls.update
  const prefix = `templates.${language}.`
  /** Where the cursor is, or was last, in the subject or else in the text. */
  const insert = (blank: string) => {
    const [subject, body] = ['subject', 'body'].map((name) =>
      document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[data-field="${prefix}${name}"]`),
    )
    const field = document.activeElement === subject ? subject : body
    if (!field) return
    const at = field.selectionStart ?? field.value.length
    field.setRangeText(`{${blank}}`, at, field.selectionEnd ?? at, 'end')
    // The form hears it as if it had been typed.
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
  return (
    <FormScope value={{ form: form.form, resource: call.labels, schema: call.body, prefix }}>
      <FormSection title={t(`settings.texts_${language}`)} detail={t('settings.texts_detail')}>
        <div className={`wide ${classes.texts}`}>
          <TextField name="subject" />
          <TextareaField name="body" rows={9} />
        </div>
        <ul className={`wide ${classes.chips}`} aria-label={t('settings.blanks_title')}>
          {blanks.map((blank) => (
            <li key={blank}>
              <Button
                size="compact-sm"
                variant="default"
                radius="xl"
                // The cursor remains in the field.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => insert(blank)}
              >
                {t(`settings.blanks.${blank}`)}
              </Button>
            </li>
          ))}
        </ul>
        <Sample form={form} language={language} />
      </FormSection>
    </FormScope>
  )
}

/** The text with a made-up invoice in its places. */
function Sample({ form: { form }, language }: { form: SchemaForm; language: Language }) {
  const { t } = useTranslation('sharing')
  const read = () => (form.getValues() as { templates: Record<Language, Typed> }).templates[language]
  const [typed, setTyped] = useState<Typed>(read)
  form.watch(`templates.${language}.subject`, () => setTyped({ ...read() }))
  form.watch(`templates.${language}.body`, () => setTyped({ ...read() }))
  const [{ subject, body }] = useDebouncedValue(typed, 150)
  return (
    <section className={`wide ${classes.sample}`} aria-label={t('settings.sample')} lang={language}>
      <h3>{t('settings.sample')}</h3>
      <div dir={language === 'ar' ? 'rtl' : 'ltr'}>
        <strong>{filledSample(subject, language)}</strong>
        <p>{filledSample(body, language)}</p>
      </div>
    </section>
  )
}
