import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sharingSettingCalls } from '#contract/sharing/settings.ts'
import { download } from '../api/client.ts'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import classes from './Sharing.module.css'

/** Colour and footer of every PDF, with a preview of the input. */
export function Letterhead({ form }: { form: SchemaForm }) {
  const { t } = useTranslation('sharing')
  const typed = useTyped(form)
  return (
    <FormSection title={t('settings.letterhead')} detail={t('settings.letterhead_detail')}>
      <LtrTextField name="accent" />
      <TextField name="footer" />
      <Preview {...typed} />
    </FormSection>
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
