import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/RadioCard.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import { Radio, SimpleGrid, Text } from '@mantine/core'
import { productTypesCall } from '#contract/catalog.ts'
import IconProduct from '~icons/tabler/package'
import IconService from '~icons/tabler/tools'
import { useOptions } from '../api/options.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { localName } from '../i18n/localName.ts'
import { useField } from '../ui/form/useField.ts'
import classes from './ProductTypeCards.module.css'

/** The product's type as cards: what each is, in words. `isCounted`: goods are, where their quantity is asked for. */
export function ProductTypeCards({ isCounted = true }: { isCounted?: boolean }) {
  const { key, control, form } = useField('product_type_id')
  const types = useOptions(productTypesCall).data ?? []
  const chosen = control.defaultValue ? String(control.defaultValue) : undefined
  return (
    <Radio.Group
      key={key}
      {...control}
      defaultValue={chosen}
      className="wide"
      onChange={(value) => {
        control.onChange(value)
        // Nothing is counted of a service; goods are counted unless the person says otherwise.
        const isService = types.find(({ id }) => String(id) === value)?.key === 'service'
        form.setFieldValue('unlimited_quantity', isService || !isCounted)
        if (isService) form.setFieldValue('quantity', '')
      }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt={4}>
        {types.map((type) => (
          <Radio.Card key={type.id} value={String(type.id)} className={classes.card}>
            <span className={classes.icon} aria-hidden>
              {type.key === 'service' ? <IconService /> : <IconProduct />}
            </span>
            <span>
              <Text fw={600} size="sm">
                {localName(type)}
              </Text>
              <Text size="xs" className={classes.detail}>
                {currentLanguage() === 'en' ? type.description_en : type.description}
              </Text>
            </span>
            <Radio.Indicator className={classes.mark} />
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
