import { nextProductCodeCall, productCategories, productTypesCall, units } from '#contract/catalog.ts'
import { useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useProposal } from '../api/useCallQuery.ts'
import { useDefaultChoice } from '../ui/fields/useDefaultChoice.ts'
import type { Values } from '../ui/form/FormScope.ts'

/** With what a new product begins: the code after the last one, the only category there is or the last chosen, the unit chosen last or the first one, goods. */
export function useProductStart(): { values: Values; isAwaited: boolean } {
  const next = useProposal(nextProductCodeCall, 'code')
  const category = useDefaultChoice('product-category', optionsOf(productCategories))
  const unit = useDefaultChoice('product-unit', optionsOf(units))
  const types = useOptions(productTypesCall)
  const [firstUnit] = (useOptions(optionsOf(units)).data ?? []) as { id: number }[]
  const goods = types.data?.find(({ key }) => key === 'product')
  // A form without its proposals is a form: a refused or failed question only leaves fields empty.
  const isAwaited = next.isAwaited || category.isAwaited || unit.isAwaited || types.isLoading
  return {
    isAwaited,
    values: {
      status: 'active',
      unlimited_quantity: false,
      tracking: 'none',
      tracks_expiry: false,
      apply_tax: true,
      quantity: '',
      barcodes: [],
      img: undefined,
      code: next.proposed,
      product_category_id: category.usual,
      unit_id: unit.usual || String(firstUnit?.id ?? ''),
      product_type_id: goods ? String(goods.id) : '',
    },
  }
}
