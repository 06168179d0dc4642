import { expect, type Locator, type Page } from '@playwright/test'

type Place = Page | Locator
const exactly = (label: string) => new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\*)?$`)

/** A field by its label, with or without the star of a required one. */
export const field = (place: Place, label: string): Locator =>
  place.getByLabel(exactly(label)).and(place.locator('input, textarea')).first()

/** Types into the field with this label, in place of what it holds. */
export const fill = (place: Place, label: string, value: string): Promise<void> => field(place, label).fill(value)

/** Opens the select with this label, looks for the option and takes it. */
export async function choose(page: Page, place: Place, label: string, option: string): Promise<void> {
  const input = field(place, label)
  await input.click()
  if (await input.isEditable()) await input.fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(input).toHaveValue(option)
}

/** The cell of an editable table that is named "<field>, row <number>". */
export const cell = (page: Page, name: string): Locator =>
  page.getByLabel(name, { exact: true }).and(page.locator('input'))
