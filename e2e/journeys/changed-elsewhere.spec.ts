import { emailOf, expect, password, test } from '../fixtures.ts'
import { findZoneId } from '../people.ts'
import { enterZone, findMenuItems, findSideMenu, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'

test('a member removed from their zone while at work loses the zone and its menu, and regains them live', async ({
  person,
  enrol,
  muster,
  watch,
}) => {
  // Requests in flight during the change may be rejected.
  watch.expectRefusal(403)
  watch.expectRefusal(404)
  const account = await enrol('Ojas Kale', { [yard]: 'app_user' })
  const { page } = await person({ as: account, inZone: yard })
  await openPage(page, '/dashboard')
  await expect(findMenuItems(page)).toHaveCount(7)
  const { token } = await muster.signIn({ email: emailOf('client'), password })
  const zoneId = await findZoneId(muster, yard)
  await muster.call('DELETE', `/zones/${zoneId}/users/${account.userId}`, { token })

  await expect(findMenuItems(page)).toHaveText(['Dashboard'])
  await expect(findSideMenu(page).getByRole('button', { name: 'Emergency Logout' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Your user code: / })).toBeVisible()

  await test.step('added again with another role, the member enters the PIN and gets the menu of that role', async () => {
    await page.evaluate(`window.addEventListener('userAddedToZone', () => { window.added = true })`)
    const body = { userCode: account.userCode, role: 'zone_manager_ro' }
    await muster.call('POST', `/zones/${zoneId}/users`, { token, body })
    await expect(findSideMenu(page).getByRole('button', { name: 'Emergency Logout' })).toHaveCount(0)
    expect(await page.evaluate('window.added')).toBe(true)
    await expect(page).toHaveURL(/#\/zone-selection/)
    await enterZone(page, yard)
    await expect(findMenuItems(page).filter({ hasText: 'App Users' })).toBeVisible()
    await expect(findSideMenu(page).getByText('zone manager ro', { exact: true })).toBeVisible()
  })
})
