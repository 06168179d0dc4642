import { Avatar, Button, FileButton, Group, Input } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import IconPhoto from '~icons/tabler/photo'
import { showUploadFailed } from '../api/toasts.ts'
import { useField } from '../kit/form/useField.ts'

/** As the server takes it. */
const mostBytes = 5_000_000

type ImageFieldProps = {
  name: string
  /** The address of the image that is stored already. */
  stored: string | null
}

/** One image: shown, replaced before saving. */
export function ImageField({ name, stored }: ImageFieldProps) {
  const { t } = useTranslation('common')
  const { form, path, label, control } = useField(name)
  const [file, setFile] = useState<File | null>(null)
  const preview = usePreview(file)
  async function choose(chosen: File | null) {
    if (chosen && !(await isPicture(chosen))) return showUploadFailed()
    setFile(chosen)
    form.setFieldValue(path, chosen ?? undefined)
  }
  return (
    <Input.Wrapper label={label} error={control.error} className="wide" data-field={path}>
      <Group gap="sm" mt={4}>
        <Avatar src={preview ?? stored} size={52} radius="md" alt="">
          <IconPhoto aria-hidden />
        </Avatar>
        <FileButton onChange={(chosen) => void choose(chosen)} accept="image/png,image/jpeg,image/webp">
          {(props) => (
            <Button {...props} variant="default" size="xs">
              {t('actions.choose_image')}
            </Button>
          )}
        </FileButton>
        {file && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => void choose(null)}>
            {t('actions.remove_image')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}

/** What the browser itself cannot draw, the server will not take either. */
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
