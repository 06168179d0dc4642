import '@mantine/core/styles/Radio.layer.css'
import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import { useFieldLabel } from '../i18n/useFieldLabel.ts'
import { useChoices } from '../ui/fields/useChoices.ts'
import { useListScope } from '../ui/list-scope/ListScope.ts'

/** A filter by one of a few rows of another resource, all in sight. */
export function FilterRadio({ name, call }: { name: string; call: Call }) {
  const { t } = useTranslation('common')
  const { resource, view } = useListScope()
  const label = useFieldLabel(resource.name)(name)
  const { choices } = useChoices(call)
  return (
    <Radio.Group
      label={label}
      value={view.search.filters[name] ?? ''}
      onChange={(value) => view.change({ [name]: value || undefined })}
    >
      <Stack gap="xs" mt="xs">
        {[{ value: '', label: t('list.any') }, ...choices].map((choice) => (
          <Radio key={choice.value} value={choice.value} label={choice.label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
