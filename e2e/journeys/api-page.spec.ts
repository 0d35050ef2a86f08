import { expect, test } from '../fixtures.ts'

test('the API page works without scripts and other hosts, and fits a phone', async ({ person }) => {
  const { page } = await person()
  await page.goto('/api')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Muster API')
  await page.getByText('check_user_in_zone').click()
  await expect(page.locator('#check_user_in_zone')).toContainText('ZONE_NOT_FOUND')

  await test.step('on a phone nothing on the page overflows the screen or its box', async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    const overflowing = await page.evaluate(`[...document.querySelectorAll('details')].filter(box => {
      const { right, bottom } = box.getBoundingClientRect()
      const words = box.querySelector('summary span').getBoundingClientRect()
      return words.right > right || words.bottom > bottom
    }).map(box => box.id)`)
    expect(overflowing).toEqual([])
  })
})
