import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { drawPng, enterZone, findDetails, findSettingsCard, findSideMenu, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const rally = 'India Gate Rally Point'

/** Opens a dialog with its button on a settings card, checks the dialog, and closes it with Escape. */
async function checkDialog(page: Page, card: string, button: string): Promise<void> {
  await findSettingsCard(page, card).getByRole('button', { name: button }).click()
  await expectNoBarrier(page, `settings: ${button}`, { dialog: page.getByRole('dialog') })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('the screens around signing in are accessible', async ({ person, watch }) => {
  watch.expectRefusal(401)
  watch.expectRefusal(410)
  const { page } = await person()
  await openPage(page, '/login')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expectNoBarrier(page, '/login, refused')

  await openPage(page, '/signup')
  await expect(page.getByLabel('First name')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('seven-orange')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expectNoBarrier(page, '/signup, refused')

  await openPage(page, '/forgot-password')
  // The sign-in screen also has an email field, and stays until the next screen is rendered.
  await expect(page.getByRole('heading', { name: 'Forgot Password?' })).toBeVisible()
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  await expectNoBarrier(page, '/forgot-password, sent')

  await openPage(page, '/reset-password?token=any')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password must be at least 6 characters', { exact: true })).toBeVisible()
  await expectNoBarrier(page, '/reset-password, refused')

  await openPage(page, '/confirm-email?token=torn')
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await expectNoBarrier(page, '/confirm-email, a link that does not work')
})

test('zone selection, a wrong PIN, the palette, the account menu and the overlay are accessible', async ({
  person,
  enrol,
  watch,
}) => {
  watch.expectRefusal(422)
  const account = await enrol('Uma Shetty', { [yard]: 'zone_manager_ro', [rally]: 'app_user' })
  const { page } = await person({ as: account })
  await openPage(page, '/zone-selection')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectNoBarrier(page, '/zone-selection')
  const dialog = page.getByRole('dialog', { name: `Enter ${yard}` })
  await page.getByRole('article', { name: yard }).getByRole('button', { name: 'Enter Zone' }).click()
  await page.getByLabel('Zone entry PIN, digit 1 of 4').click()
  await page.keyboard.type('0000')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectNoBarrier(page, '/zone-selection, a wrong PIN', { dialog })
  await enterZone(page, yard)

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search pages, people, zones and actions' })
  await expectNoBarrier(page, 'command palette', { dialog: palette })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: /: Uma Shetty’s account$/ }).click()
  await expectNoBarrier(page, 'account menu', { shown: page.getByRole('menuitem', { name: 'Settings' }) })
  await page.keyboard.press('Escape')

  await findSideMenu(page).getByRole('button', { name: 'Selected Zone' }).click()
  const manage = page.getByRole('menuitem', { name: 'Manage Zones' })
  await expectNoBarrier(page, 'Selected Zone', { shown: manage, only: 'desktop' })
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectNoBarrier(page, 'menu overlay', { shown: findSideMenu(page), only: 'phone' })
})

test('the settings, their cards and their dialogs are accessible', async ({ person, enrol }) => {
  const account = await enrol('Veda Puri', { [yard]: 'app_user' })
  await person({ as: account })
  const { page } = await person({ as: account })
  await openPage(page, '/settings')
  await findSettingsCard(page, 'My User Code').getByRole('button', { name: 'Show code' }).click()
  await findSettingsCard(page, 'Skills').getByLabel('Add a skill').fill('First aid')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove First aid' })).toBeVisible()
  await findSettingsCard(page, 'Help').getByRole('button', { name: 'Who can see my photo?' }).click()
  await expectNoBarrier(page, '/settings')
  await checkDialog(page, 'My User Code', 'Generate new code')

  const buffer = await drawPng(page, 60, 40)
  await findSettingsCard(page, 'Profile photo')
    .getByLabel('Profile photo file')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await expectNoBarrier(page, 'settings: photo', { shown: page.getByRole('slider', { name: 'Zoom' }) })
  await page.getByRole('button', { name: 'Use photo' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await checkDialog(page, 'Profile photo', 'Remove photo')

  const findSettingsLink = (name: string) =>
    page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name })
  await findSettingsLink('Sign-in').click()
  await expectNoBarrier(page, '/settings/sign-in', { shown: findSettingsCard(page, 'Two-step sign-in') })
  await checkDialog(page, 'Password', 'Change password')
  await checkDialog(page, 'Zone entry PIN', 'Change PIN')
  await findSettingsLink('Devices and offline').click()
  await expect(findSettingsCard(page, 'Signed-in devices').getByRole('listitem')).toHaveCount(2)
  await expectNoBarrier(page, '/settings/devices')
  await checkDialog(page, 'Signed-in devices', 'Revoke')
  await findSettingsLink('Position and privacy').click()
  await expectNoBarrier(page, '/settings/position', { shown: findSettingsCard(page, 'Data about me') })
  await findSettingsLink('Notifications').click()
  await expectNoBarrier(page, '/settings/notifications', {
    shown: findSettingsCard(page, 'Alerts').getByRole('switch').first(),
  })
})

test('the confirmation before an account is deleted is accessible', async ({ person, enrol }) => {
  // Only people who are in no zone may delete their account.
  const { page } = await person({ as: await enrol('Yash Vora') })
  await openPage(page, '/settings')
  await checkDialog(page, 'Account protection', 'Delete account')
})

test('security events, suspicious accounts and breach notices are accessible', async ({
  person,
  enrol,
  muster,
}) => {
  const victim = await enrol('Wasim Beg')
  const guess = { email: victim.email, password: 'a-guess-of-many' }
  for (let n = 0; n < 10; n++) await expect(muster.signIn(guess)).rejects.toThrow('401')
  const { page } = await person({ as: 'super' })
  await openPage(page, '/security')
  const events = page.getByRole('list', { name: 'Security events, newest first' })
  await expect(events).toBeVisible()
  await expectNoBarrier(page, '/security: events')
  await events.getByRole('button').first().click()
  const details = findDetails(page, /^Event #/)
  await expect(details).toContainText('Chain number')
  await expectNoBarrier(page, '/security: an event', { shown: details })

  await openPage(page, '/security?section=accounts')
  await expect(page.getByRole('list', { name: 'Suspicious now' })).toContainText(victim.email)
  await expectNoBarrier(page, '/security: suspicious accounts')

  await openPage(page, '/security?section=breaches')
  await expect(page.getByRole('list', { name: /^Breach notices/ })).toBeVisible()
  await expectNoBarrier(page, '/security: breach notices')
  await page
    .getByRole('list', { name: /^Breach notices/ })
    .getByRole('button')
    .first()
    .click()
  const notice = findDetails(page, 'Breach notice')
  await expectNoBarrier(page, '/security: a breach notice', { shown: notice })
})

test('the security audit, the clean-up and the report of a breach are accessible', async ({ person }) => {
  const { page } = await person({ as: 'super' })
  await openPage(page, '/security?section=audit')
  await expect(page.getByText('Compliant', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Verify the log' }).click()
  await expect(page.getByText('Intact', { exact: true })).toBeVisible()
  await expectNoBarrier(page, '/security: audit')

  await openPage(page, '/security?section=clean-up')
  await expect(page.getByLabel('Retention period (days)')).toBeVisible()
  await expectNoBarrier(page, '/security: data clean-up')
  await page.getByRole('button', { name: 'Remove old data' }).click()
  const confirmDialog = page.getByRole('dialog', { name: 'Remove old data?' })
  await expectNoBarrier(page, '/security: remove old data', { dialog: confirmDialog })
  await page.keyboard.press('Escape')
  await expect(confirmDialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Report a breach' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report a breach' })
  await dialog.getByRole('button', { name: 'Report breach' }).click()
  await expect(dialog.getByText('Describe what happened')).toBeVisible()
  await expectNoBarrier(page, '/security: report a breach', { dialog })
})
