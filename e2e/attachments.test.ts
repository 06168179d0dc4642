import { expect, test } from './kit/test.ts'

// The supplier's paper is attached to the bill, downloaded under its own name, and removed.

test('attaches a file to a bill', async ({ owner, signedIn: page, t }) => {
  const { id } = await owner.bill(await owner.supplier('مورد'))
  await page.goto(`/purchases/bills/${id}/view`)
  const papers = page.locator('details', { hasText: t('history:attachments.title') })
  await papers.locator('summary').click()
  await expect(papers).toContainText(t('history:attachments.none'))
  // Saved under a name of Latin letters: a machine without a language of its own knows no others.
  const file = { name: 'bill-55.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a bill') }
  await papers.locator('input[type=file]').setInputFiles(file)
  const name = papers.getByRole('button', { name: file.name, exact: true })
  await expect(name).toBeVisible()
  const [saved] = await Promise.all([page.waitForEvent('download'), name.click()])
  expect(saved.suggestedFilename()).toBe(file.name)
  await papers.getByRole('button', { name: t('history:attachments.remove', { name: file.name }) }).click()
  const asked = page.getByRole('dialog')
  await expect(asked).toContainText(file.name)
  await asked.getByRole('button', { name: t('common:actions.confirm') }).click()
  await expect(papers).toContainText(t('history:attachments.none'))
})
