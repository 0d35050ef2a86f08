import { expect, test } from '../fixtures.ts'
import { enterZone, findMenuItems, findMessage, findSideMenu, goTo, openPage, signIn } from '../screens.ts'

const yard = 'Yamuna Works Yard'

test('signing in in one tab also signs in a tab that is waiting on the sign-in page', async ({
  person,
  enrol,
}) => {
  const account = await enrol('Naina Gupta')
  const { page, context } = await person()
  await openPage(page, '/login')
  const secondPage = await context.newPage()
  await openPage(secondPage, '/settings')
  await expect(secondPage).toHaveURL(/#\/login\?/)
  await signIn(page, account)
  await expect(page).toHaveURL(/#\/zone-selection$/)
  await expect(secondPage.getByRole('button', { name: 'Sign In', exact: true })).toHaveCount(0)
  await expect(secondPage).toHaveURL(/#\/(settings|zone-selection)/)
})

test('a member removed from their zone while at work loses the zone and its menu, and regains them live', async ({
  person,
  enrol,
  watch,
}) => {
  // Requests in flight during the change may be rejected.
  watch.expectRefusal(403)
  watch.expectRefusal(404)
  const account = await enrol('Ojas Kale', { [yard]: 'app_user' })
  const { page } = await person({ as: account, inZone: yard })
  await openPage(page, '/dashboard')
  await expect(findMenuItems(page)).toHaveCount(8)
  const { page: managerPage } = await person({ as: 'manager', inZone: yard })
  await openPage(managerPage, '/dashboard')
  await goTo(managerPage, 'App Users')
  await managerPage.getByLabel('Search by name, email or user code').fill(account.userCode)
  await managerPage.getByRole('button', { name: /Ojas Kale/ }).click()
  await managerPage.getByRole('button', { name: 'Unlink from Zone' }).click()
  await managerPage
    .getByRole('dialog', { name: 'Unlink Ojas Kale' })
    .getByRole('button', { name: 'Unlink from Zone' })
    .click()
  await expect(findMessage(managerPage, 'User unlinked from zone successfully')).toBeVisible()

  await expect(findMenuItems(page)).toHaveText(['Dashboard'])
  await expect(findSideMenu(page).getByRole('button', { name: 'Emergency Logout' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Your user code: / })).toBeVisible()

  await test.step('added again with another role, the member enters the PIN and gets the menu of that role', async () => {
    await page.evaluate(`window.addEventListener('userAddedToZone', () => { window.added = true })`)
    await managerPage.getByRole('button', { name: 'Add User' }).first().click()
    const dialog = managerPage.getByRole('dialog', { name: 'Add User by Code' })
    await dialog.getByLabel('User code').fill(account.userCode)
    await dialog.getByRole('radio', { name: 'Zone Manager (RO)' }).check()
    await dialog.getByRole('button', { name: 'Add User' }).click()
    await expect(findMessage(managerPage, 'User Added Successfully')).toBeVisible()
    await expect(findSideMenu(page).getByRole('button', { name: 'Emergency Logout' })).toHaveCount(0)
    expect(await page.evaluate('window.added')).toBe(true)
    await expect(page).toHaveURL(/#\/zone-selection/)
    await enterZone(page, yard)
    await expect(findMenuItems(page).filter({ hasText: 'App Users' })).toBeVisible()
    await expect(findSideMenu(page).getByText('zone manager ro', { exact: true })).toBeVisible()
  })
})
