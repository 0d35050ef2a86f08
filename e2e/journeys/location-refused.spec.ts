import { expect, test } from '../fixtures.ts'
import { open } from '../screens.ts'

const zone = 'Yamuna Works Yard'

test('without permission the check says so and what to do', async ({ person }) => {
  const { page } = await person({ as: 'member', inZone: zone })
  await open(page, '/my-zones')
  const card = page.getByRole('article', { name: zone })
  await card.getByRole('button', { name: 'Check Position' }).click()
  const outcome = card.getByRole('status', { name: `Position in ${zone}` })
  await expect(outcome).toContainText('Location Error')
  await expect(outcome).toContainText('Location access denied by user')
  await expect(outcome).toContainText(/Allow location/)
  await expect(card.getByRole('button', { name: 'Check Position' })).toBeEnabled()
})
