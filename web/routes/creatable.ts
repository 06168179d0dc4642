import { loadWords } from '../i18n/i18n.ts'
import type { CreatableKind } from '../ui/fields/Creatable.ts'

const loadParty = async () => {
  const [module] = await Promise.all([import('../creating/CreateParty.tsx'), loadWords(['parties'])])
  return module
}

/** What forms can create where a select finds nothing, by the path of its options; each drawer is loaded when it is needed. */
export const creatable: Readonly<Record<string, CreatableKind>> = {
  '/customers/list': {
    name: 'customer',
    permission: 'create-customer',
    load: async () => (await loadParty()).CreateCustomer,
  },
  '/suppliers/list': {
    name: 'supplier',
    permission: 'create-supplier',
    load: async () => (await loadParty()).CreateSupplier,
  },
  '/products/list': {
    name: 'product',
    permission: 'create-product',
    load: async () => {
      const [{ CreateProduct }] = await Promise.all([import('../creating/CreateProduct.tsx'), loadWords(['catalog'])])
      return CreateProduct
    },
  },
  '/product-categories/list': {
    name: 'product_category',
    permission: 'update-setting',
    load: async () => {
      const [{ CreateCategory }] = await Promise.all([import('../creating/CreateMaster.tsx'), loadWords(['catalog'])])
      return CreateCategory
    },
  },
  '/units/list': {
    name: 'unit',
    permission: 'update-setting',
    load: async () => {
      const [{ CreateUnit }] = await Promise.all([import('../creating/CreateMaster.tsx'), loadWords(['catalog'])])
      return CreateUnit
    },
  },
  '/accounting/accounts/list': {
    name: 'account',
    permission: 'create-chart-of-account',
    load: async () => {
      const [{ CreateAccount }] = await Promise.all([import('../creating/CreateAccount.tsx'), loadWords(['chart'])])
      return CreateAccount
    },
  },
}
