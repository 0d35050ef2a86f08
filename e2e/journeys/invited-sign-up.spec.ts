import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { freshEmail } from '../people.ts'
import { openPage, typePin } from '../screens.ts'

test.use({ settings: { SIGN_UP: 'invited' } })

const phone = { width: 360, height: 740 }

test('an administrator creates a sign-up link that works for exactly one person', async ({
  person,
  watch,
}) => {
  watch.expectRefusal(410)
  const { page: guest } = await person({ viewport: phone })

  await test.step('without a link the pages say who can help', async () => {
    await openPage(guest, '/login')
    await expect(guest.getByText('No account? Ask your administrator for an invitation link.')).toBeVisible()
    await openPage(guest, '/signup')
    await expect(guest.getByRole('heading', { name: 'Sign-up by invitation' })).toBeVisible()
    await expectNoBarrier(guest, '/signup, by invitation')
  })

  const { page: admin } = await person({ as: 'admin', viewport: phone })
  await openPage(admin, '/super-admin-dashboard')
  await expect(admin.getByText('Only people with an invitation link can create an account.')).toBeVisible()

  await openPage(admin, '/users')
  await admin.getByRole('button', { name: 'Invite by link' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Invite by link' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByLabel('Invitation link').inputValue()
  await expectNoBarrier(admin, '/users, the link')

  const signUp = async (email: string) => {
    await guest.goto(link)
    await guest.getByLabel('First name').fill('Omar')
    await guest.getByLabel('Last name').fill('Said')
    await guest.getByLabel('Email').fill(email)
    await guest.getByLabel('Phone').fill('+91 11 5550 0143')
    await guest.getByLabel('Date of birth').fill('1989-09-09')
    await guest.getByLabel('Password', { exact: true }).fill('seven-orange-birds')
    await guest.getByLabel('Confirm password').fill('seven-orange-birds')
    await typePin(guest, 'Zone entry PIN', '1357')
    await typePin(guest, 'Confirm PIN', '1357')
    await guest.getByRole('button', { name: 'Create account' }).click()
  }
  await signUp(freshEmail('Omar Said'))
  await expect(guest).toHaveURL(/#\/zone-selection$/)
  await expect(guest.getByRole('img', { name: /^Your user code: / })).toBeVisible()

  await guest.evaluate(() => localStorage.clear())
  await guest.reload()
  await signUp(freshEmail('Second Person'))
  await expect(guest.getByText('Invitations can be used once and expire after seven days.')).toBeVisible()
})
