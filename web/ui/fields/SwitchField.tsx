import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useField } from '../form/useField.ts'

type SwitchFieldProps = { name: string; description?: string; onChange?: (on: boolean) => void }

/** Yes or no, at once visible. */
export function SwitchField({ name, description, onChange }: SwitchFieldProps) {
  const { key, form, path, label } = useField(name)
  const props = form.getInputProps(path, { type: 'checkbox' })
  return (
    <Switch
      key={key}
      {...props}
      label={label}
      description={description}
      data-field={path}
      onChange={(event) => {
        props.onChange(event)
        onChange?.(event.currentTarget.checked)
      }}
    />
  )
}
