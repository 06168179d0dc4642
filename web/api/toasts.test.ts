import { expect, test } from 'vitest'
import { ApiError } from './ApiError.ts'
import { toastStore } from './toastStore.ts'
import { showFailure, showSuccess } from './toasts.ts'

const links = () => toastStore.read().map(({ link }) => link?.to)
const refuse = (code: string) => showFailure('creation_failed', new ApiError(422, 'no', {}, code))

test('a closed day brings its way out, the newest in place of the one before, until something is saved', () => {
  refuse('period_locked')
  expect(links()).toEqual(['/accounting/financial-years'])
  refuse('vat_filed')
  expect(links()).toEqual(['/accounting/vat-periods'])
  showSuccess('created')
  expect(links()).toEqual([undefined])
  refuse('already_reversed')
  expect(links()).toEqual([undefined, undefined])
})
