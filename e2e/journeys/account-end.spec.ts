import { expect, test } from '../fixtures.ts'
import {
  findDetails,
  findMessage,
  findSettingsCard,
  goTo,
  openPage,
  openSettingsCard,
  signIn,
} from '../screens.ts'

const yard = 'Yamuna Works Yard'

test('a lost device is signed out; the account cannot be deleted while assigned to a zone, and is permanently deleted once unassigned', async ({
  person,
  enrol,
  watch,
}) => {
  watch.expectRefusal(401)
  // Requests in flight while the person is removed may be rejected.
  watch.expectRefusal(403)
  watch.expectRefusal(404)
  const account = await enrol('Kavya Bhat', { [yard]: 'app_user' })
  const { page, context } = await person({ as: account })

  await test.step('a lost device is signed out immediately', async () => {
    const { page: lostPage } = await person({ as: account })
    await openPage(lostPage, '/settings/devices')
    await expect(findSettingsCard(lostPage, 'Signed-in devices').getByText('This device')).toBeVisible()
    await openPage(page, '/settings/devices')
    const devices = findSettingsCard(page, 'Signed-in devices').getByRole('listitem')
    await expect(devices).toHaveCount(2)
    await expect(devices.first()).toContainText('This device')
    await devices
      .nth(1)
      .getByRole('button', { name: /^Revoke / })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Sign out this device?' })
    await dialog.getByRole('button', { name: 'Sign out device' }).click()
    await expect(findMessage(page, 'Device signed out')).toBeVisible()
    // Only check that the session ends, because nobody uses the lost device here; session-end.pg.test.ts measures how soon the
    // server ends the session and its socket.
    await expect(lostPage).toHaveURL(/#\/login/)
    await expect(lostPage.getByText('You were signed out')).toBeVisible()
    await expect(devices).toHaveCount(1)
    await page.reload()
    await expect(devices).toHaveCount(1)
  })

  await openPage(page, '/settings')
  const card = await openSettingsCard(page, 'Account protection')
  const deleteButton = card.getByRole('button', { name: 'Delete account' })

  await test.step('an assigned account names the zone that prevents its deletion', async () => {
    await expect(card.getByText(/You’re still assigned to a zone\. Ask a zone manager/)).toBeVisible()
    await expect(card.getByText(`Assigned to: ${yard}`)).toBeVisible()
    await expect(deleteButton).toBeDisabled()
  })

  await test.step('a manager unlinks them, and the deletion becomes available without a reload', async () => {
    const { page: managerPage } = await person({ as: 'manager', inZone: yard })
    await openPage(managerPage, '/dashboard')
    await goTo(managerPage, 'App Users')
    await managerPage.getByLabel('Search by name, email or user code').fill(account.userCode)
    await managerPage.getByRole('button', { name: /Kavya Bhat/ }).click()
    await managerPage.getByRole('button', { name: 'Unlink from Zone' }).click()
    const confirmDialog = managerPage.getByRole('dialog', { name: 'Unlink Kavya Bhat' })
    await expect(confirmDialog).toContainText(
      'Are you sure you want to unlink this user from the zone? This action cannot be undone. The user will lose access to this zone and all associated data.',
    )
    // Escape closes only the confirmation.
    await managerPage.keyboard.press('Escape')
    await expect(confirmDialog).toHaveCount(0)
    const details = findDetails(managerPage, 'Kavya Bhat')
    await expect(details).toBeVisible()
    await details.getByRole('button', { name: 'Unlink from Zone' }).click()
    await confirmDialog.getByRole('button', { name: 'Unlink from Zone' }).click()
    await expect(findMessage(managerPage, 'User unlinked from zone successfully')).toBeVisible()
    await expect(details).toHaveCount(0)
    // The card that opened the details has disappeared along with its person.
    await expect(managerPage.getByRole('heading', { name: 'App Users', level: 1 })).toBeFocused()
    await expect(deleteButton).toBeEnabled()
  })

  const secondPage = await context.newPage()
  await openPage(secondPage, '/settings?card=account')
  await expect(findSettingsCard(secondPage, 'Account protection')).toBeVisible()

  await test.step('the dialog asks first, and No changes nothing', async () => {
    await deleteButton.click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await expect(dialog).toContainText('Position readings')
    await expect(dialog).toContainText('Kept without the person’s name because others rely on it:')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(deleteButton).toBeFocused()
  })

  await test.step('the deletion is confirmed and signs out every tab', async () => {
    await deleteButton.click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    const confirmButton = dialog.getByRole('button', { name: 'Delete account' })
    watch.expectRefusal(422)
    await dialog.getByLabel('Account password', { exact: true }).fill('not the password')
    await confirmButton.click()
    await expect(dialog.getByText('The current password is incorrect.')).toBeVisible()
    await dialog.getByLabel('Account password', { exact: true }).fill(account.password)
    await confirmButton.click()
    await expect(findMessage(page, 'Account Deleted')).toBeVisible()
    await expect(page).toHaveURL(/#\/login$/)
    await expect(secondPage).toHaveURL(/#\/login/)
    // People who delete their own account get no notice that they were signed out.
    await expect(page.getByText('You were signed out')).toHaveCount(0)
    await expect(secondPage.getByText('You were signed out')).toHaveCount(0)
  })

  await test.step('the account no longer exists', async () => {
    await signIn(page, account)
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Invalid email or password')
  })
})
