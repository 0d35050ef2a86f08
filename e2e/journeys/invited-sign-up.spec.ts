import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { freshEmail } from '../people.ts'
import { openPage, typePin } from '../screens.ts'

test.use({ settings: { SIGN_UP: 'invited' } })

const phoneViewport = { width: 360, height: 740 }

test('an administrator creates a sign-up link that works for exactly one person', async ({
  person,
  watch,
}) => {
  watch.expectRefusal(410)
  const { page: guestPage } = await person({ viewport: phoneViewport })

  await test.step('without a link the pages say who can help', async () => {
    await openPage(guestPage, '/login')
    await expect(
      guestPage.getByText('No account? Ask your administrator for an invitation link.'),
    ).toBeVisible()
    await openPage(guestPage, '/signup')
    await expect(guestPage.getByRole('heading', { name: 'Sign-up by invitation' })).toBeVisible()
    await expectNoBarrier(guestPage, '/signup, by invitation')
  })

  const { page: adminPage } = await person({ as: 'admin', viewport: phoneViewport })
  await openPage(adminPage, '/super-admin-dashboard')
  await expect(
    adminPage.getByText('Only people with an invitation link can create an account.'),
  ).toBeVisible()

  await openPage(adminPage, '/users')
  await adminPage.getByRole('button', { name: 'Invite by link' }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Invite by link' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByLabel('Invitation link').inputValue()
  await expectNoBarrier(adminPage, '/users, the link')

  const signUp = async (email: string) => {
    await guestPage.goto(link)
    await guestPage.getByLabel('First name').fill('Omar')
    await guestPage.getByLabel('Last name').fill('Said')
    await guestPage.getByLabel('Email').fill(email)
    await guestPage.getByLabel('Phone').fill('+91 11 5550 0143')
    await guestPage.getByLabel('Date of birth').fill('1989-09-09')
    await guestPage.getByLabel('Password', { exact: true }).fill('seven-orange-birds')
    await guestPage.getByLabel('Confirm password').fill('seven-orange-birds')
    await typePin(guestPage, 'Zone entry PIN', '1357')
    await typePin(guestPage, 'Confirm PIN', '1357')
    await guestPage.getByRole('button', { name: 'Create account' }).click()
  }
  await signUp(freshEmail('Omar Said'))
  await expect(guestPage).toHaveURL(/#\/zone-selection$/)
  await expect(guestPage.getByRole('img', { name: /^Your user code: / })).toBeVisible()

  await guestPage.evaluate(() => localStorage.clear())
  await guestPage.reload()
  await signUp(freshEmail('Second Person'))
  await expect(guestPage.getByText('Invitations can be used once and expire after seven days.')).toBeVisible()
})
