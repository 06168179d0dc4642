import { expect, test } from 'vitest'
import { unitOfPaperRow } from './paper-units.ts'

const own = { code: 'PCE', name: 'حبة', name_en: 'Piece' }
const carton = { id: 12, code: 'CT', name: 'كرتون', name_en: 'Carton', content: '12' }
const large = { ...carton, id: 24, content: '24' }
const pallet = { id: 7, code: 'PX', name: 'طبلية', name_en: null, content: '960' }
const product = { own, further: [carton, pallet] }

test.each([
  ['its code', 'CT', product, carton],
  ['its code in small letters', ' ct ', product, carton],
  ['its name', 'طبلية', product, pallet],
  ['the own unit by its code', 'PCE', product, null],
  ['no unit', null, product, null],
  ['any word of a product without further units', 'BX', { own, further: [] }, null],
  ['a product that is not known', 'CT', undefined, null],
  ['a unit that the product has not', 'BX', product, 'asked'],
  ['a code of two of its units', 'CT', { own, further: [carton, large] }, 'asked'],
])('a row that names %s', (_, named, units, expected) => {
  expect(unitOfPaperRow(named, units)).toEqual(expected)
})
