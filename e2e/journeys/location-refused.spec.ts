import { expect, test } from '../fixtures.ts'
import { enterZone, open } from '../screens.ts'

const zone = 'Yamuna Works Yard'

test('without permission the check says so and what to do', async ({ person }) => {
  const { page } = await person({ as: 'member' })
  await open(page, '/zone-selection')
  await enterZone(page, zone)
  await open(page, '/my-zones')
  const card = page.getByRole('article', { name: zone })
  await card.getByRole('button', { name: 'Check Position' }).click()
  const outcome = card.getByRole('status', { name: `Position in ${zone}` })
  await expect(outcome).toContainText('Location Error')
  await expect(outcome).toContainText('Location access denied by user')
  await expect(outcome).toContainText(/Allow location/)
  await expect(card.getByRole('button', { name: 'Check Position' })).toBeEnabled()
})

test('a wrong PIN is refused and cleared, and opens nothing', async ({ person, watch }) => {
  watch.expectRefusal(422)
  const { page } = await person({ as: 'viewer' })
  await open(page, '/zone-selection')
  const dialog = page.getByRole('dialog', { name: `Enter ${zone}` })
  const submit = dialog.getByRole('button', { name: 'Access Zone' })
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('Zone entry PIN, digit 1 of 4').click()
  await page.keyboard.type('000')
  await expect(submit).toBeDisabled()
  await page.keyboard.type('0')
  await expect(dialog.getByText(/Invalid PIN\. Please try again\./)).toBeVisible()
  await expect(dialog.getByLabel('Zone entry PIN, digit 1 of 4')).toHaveValue('')
  await expect(page).toHaveURL(/#\/zone-selection/)
})
