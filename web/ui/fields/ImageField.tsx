import { Avatar, Button, FileButton, Group, Input } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noImage } from '#contract/fields/choice.ts'
import IconPhoto from '~icons/tabler/photo'
import { showUploadFailed } from '../../api/toasts.ts'
import { useField } from '../form/useField.ts'

/** As the server accepts it. */
const mostBytes = 5_000_000

type ImageFieldProps = {
  name: string
  /** The address of the image that is stored already. */
  stored: string | null
}

/** One image: shown, replaced or removed with what is saved. */
export function ImageField({ name, stored }: ImageFieldProps) {
  const { t } = useTranslation('common')
  const { form, path, label, control } = useField(name)
  const [held, setHeld] = useState<File | typeof noImage | null>(null)
  const preview = usePreview(held instanceof File ? held : null)
  const shown = preview ?? (held === noImage ? null : stored)
  function hold(value: typeof held) {
    setHeld(value)
    form.setFieldValue(path, value ?? undefined)
  }
  async function choose(chosen: File | null) {
    if (chosen && !(await isPicture(chosen))) return showUploadFailed()
    hold(chosen)
  }
  // The chosen file is discarded first, and the stored image returns. The next press removes that.
  const remove = () => hold(held instanceof File ? null : noImage)
  return (
    <Input.Wrapper label={label} error={control.error} className="wide" data-field={path}>
      <Group gap="sm" mt={4}>
        <Avatar src={shown} size={52} radius="md" alt="">
          <IconPhoto aria-hidden />
        </Avatar>
        <FileButton onChange={(chosen) => void choose(chosen)} accept="image/png,image/jpeg,image/webp">
          {(props) => (
            <Button {...props} variant="default" size="xs">
              {t('actions.choose_image')}
            </Button>
          )}
        </FileButton>
        {shown && (
          <Button variant="subtle" color="gray" size="xs" onClick={remove}>
            {t('actions.remove_image')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}

/** An image the browser cannot draw is refused by the server too. */
async function isPicture(file: File): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    return file.size <= mostBytes
  } catch {
    return false
  }
}

function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
