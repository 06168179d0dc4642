import '@mantine/core/styles/ColorInput.layer.css'
import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { Button, ColorInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { organizationCalls } from '#contract/organization.ts'
import { sharingSettingCalls } from '#contract/sharing/settings.ts'
import { download } from '../api/client.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { TextField } from '../ui/fields/TextField.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { useField } from '../ui/form/useField.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { logoColor } from './logoColor.ts'
import classes from './Sharing.module.css'

/** Colour and footer of every PDF, with a preview of the input. */
export function Letterhead({ form }: { form: SchemaForm }) {
  const { t } = useTranslation('sharing')
  const typed = useTyped(form)
  return (
    <FormSection title={t('settings.letterhead')} detail={t('settings.letterhead_detail')}>
      <Accent />
      <FromLogo form={form} />
      <TextField name="footer" />
      <Preview {...typed} />
    </FormSection>
  )
}

/** Colours that titles can be read in on paper. */
const swatches = ['#1f4e79', '#0b7285', '#2b8a3e', '#5f3dc4', '#a61e4d', '#b35309', '#495057']

function Accent() {
  const { key, control } = useField('accent')
  return (
    <ColorInput
      key={key}
      {...control}
      format="hex"
      swatches={swatches}
      withEyeDropper={false}
      classNames={{ input: 'ltr-input' }}
    />
  )
}

/** Takes the colour of the logo that the organization uploaded; the preview shows it before it is saved. */
function FromLogo({ form: { form } }: { form: SchemaForm }) {
  const { t } = useTranslation('sharing')
  const organization = useCallQuery(organizationCalls.show)
  const { logo = null } = (organization.data ?? {}) as { logo?: string | null }
  const [said, setSaid] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  if (!organization.data) return null
  if (!logo) return <p className={classes.hint}>{t('settings.no_logo')}</p>
  const take = async () => {
    setBusy(true)
    const color = await logoColor(logo).catch(() => null)
    if (color) form.setFieldValue('accent', color)
    setSaid(color ? null : t('settings.no_color'))
    setBusy(false)
  }
  return (
    <div>
      <Button variant="default" loading={busy} onClick={() => void take()}>
        {t('settings.from_logo')}
      </Button>
      {said && <p role="status">{said}</p>}
    </div>
  )
}

type Typed = { accent: string; footer: string }

/** The typed text, a moment after typing stops. */
function useTyped({ form }: SchemaForm): Typed {
  const read = (): Typed => {
    const { accent, footer } = form.getValues() as Typed
    return { accent: /^#[0-9a-f]{6}$/i.test(accent) ? accent : '', footer }
  }
  const [typed, setTyped] = useState(read)
  form.watch('accent', () => setTyped(read()))
  form.watch('footer', () => setTyped(read()))
  const [settled] = useDebouncedValue(typed, 400)
  return settled
}

function Preview({ accent, footer }: Typed) {
  const { t } = useTranslation('sharing')
  const [address, setAddress] = useState<string | null>(null)
  const picture = useQuery({
    queryKey: ['letterhead', accent, footer],
    queryFn: async () => (await download(sharingSettingCalls.preview, { query: { accent, footer } })).file,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  useEffect(() => {
    if (!picture.data) return
    const made = URL.createObjectURL(picture.data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [picture.data])
  return address && <img src={address} alt={t('settings.preview')} className={classes.preview} />
}
