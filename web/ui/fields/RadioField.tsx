import '@mantine/core/styles/Radio.layer.css'
import { Group, Radio } from '@mantine/core'
import { useField } from '../form/useField.ts'

type RadioFieldProps = { name: string; choices: { value: string; label: string }[]; description?: string }

/** A question with two or three answers, all in sight. None is chosen before it is answered. */
export function RadioField({ name, choices, description }: RadioFieldProps) {
  const { key, control } = useField(name)
  const { 'data-field': field, defaultValue, ...group } = control
  return (
    <Radio.Group
      key={key}
      {...group}
      defaultValue={String(defaultValue ?? '')}
      description={description}
      className="wide"
      data-field={field}
    >
      <Group gap="lg" mt="xs">
        {choices.map((choice) => (
          <Radio key={choice.value} {...choice} />
        ))}
      </Group>
    </Radio.Group>
  )
}
