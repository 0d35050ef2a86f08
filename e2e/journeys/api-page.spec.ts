import { expect, test } from '../fixtures.ts'

test('the page of the API shows itself without scripts and without other hosts', async ({ person }) => {
  const { page } = await person()
  await page.goto('/api')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Muster API')
  await page.getByText('check_user_in_zone').click()
  await expect(page.locator('#check_user_in_zone')).toContainText('ZONE_NOT_FOUND')
})
