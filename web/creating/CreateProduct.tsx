import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { products } from '#contract/catalog.ts'
import { ProductPrices, ProductSorting, ProductTreatment, SalePrice } from '../catalog/ProductParts.tsx'
import { ProductTypeCards } from '../catalog/ProductTypeCards.tsx'
import { useProductStart } from '../catalog/useProductStart.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import { DrawerSection } from '../parties/DrawerSection.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { RecordDrawer } from '../ui/drawer/RecordDrawer.tsx'
import type { CreateHereProps } from '../ui/fields/Creatable.ts'
import { TextField } from '../ui/fields/TextField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import classes from './Creating.module.css'

const words = ['catalog']
/** What is only sold has neither stock nor a purchase price. */
const uncounted = { unlimited_quantity: true, purchase_price: '0' }

/** A new product, over the document that needs it. A sale asks for its price, and for no stock: its page has the rest. */
export function CreateProduct({ name, onClose, onCreated }: CreateHereProps) {
  const { t } = useTranslation('catalog')
  const start = useProductStart()
  const isSold = useLocation({ select: ({ pathname }) => pathname.startsWith('/sales') })
  if (start.isAwaited) return null
  return (
    <PageWords value={words}>
      <RecordDrawer resource={products} id="new" onClose={onClose}>
        {isSold ? (
          <DrawerForm defaults={{ ...start.values, ...uncounted, name }} onSaved={onCreated}>
            <TextField name="name" />
            <SalePrice />
            <ProductTypeCards isCounted={false} />
            <p className={classes.note}>{t('short.stock_later')}</p>
            <FoldedSection title={t('short.more')}>
              <DrawerSection>
                <TextField name="code" />
                <TextField name="name_en" />
                <ProductSorting />
              </DrawerSection>
            </FoldedSection>
          </DrawerForm>
        ) : (
          <DrawerForm defaults={{ ...start.values, name }} onSaved={onCreated}>
            <TextField name="name" />
            <TextField name="name_en" />
            <TextField name="code" />
            <ProductTreatment />
            <ProductPrices isUnlimited={false} />
          </DrawerForm>
        )}
      </RecordDrawer>
    </PageWords>
  )
}
