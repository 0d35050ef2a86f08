import { expectNoBarrier } from '../barriers.ts'
import { password as demoPassword, emailOf, expect, test } from '../fixtures.ts'
import { freshEmail } from '../people.ts'
import { findMessage, openPage, signIn, typePin } from '../screens.ts'

// This server requires confirmed addresses and takes the client admin to the admin dashboard after sign-in.
test.use({ settings: { EMAIL_CONFIRMATION: '1', LANDING_ADMIN_EMAILS: emailOf('client') } })

test('a new account is usable once its address is confirmed with the emailed link', async ({
  person,
  muster,
  watch,
}) => {
  watch.expectRefusal(403)
  watch.expectRefusal(410)
  const { page } = await person()
  const account = { email: freshEmail('Omar Said'), password: 'seven-orange-birds' }
  await openPage(page, '/signup')
  await expect(page.getByLabel('First name')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('seven-orange')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expectNoBarrier(page, '/signup, refused')
  await page.getByLabel('First name').fill('Omar')
  await page.getByLabel('Last name').fill('Said')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Phone').fill('+91 11 5550 0143')
  await page.getByLabel('Date of birth').fill('1989-09-09')
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password').fill(account.password)
  await typePin(page, 'Zone entry PIN', '1357')
  await typePin(page, 'Confirm PIN', '1357')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(findMessage(page, 'Account Created')).toBeVisible()
  await expect(findMessage(page, 'Please check your email to confirm your account.')).toBeVisible()
  await expect(page).toHaveURL(/#\/login/)

  await test.step('before confirmation the correct password does not sign in, and a new email can be requested', async () => {
    await signIn(page, account)
    const refusal = page.getByRole('main').getByRole('alert')
    await expect(refusal).toContainText('Please check your email to confirm your account.')
    await refusal.getByRole('button', { name: 'Send the link again' }).click()
    await expect(page.getByText(/a new link is on its way/)).toBeVisible()
    await expect
      .poll(() => muster.mailbox.subjectsFor(account.email))
      .toEqual(Array(2).fill('Confirm your email address for Muster'))
  })

  await test.step('the link confirms the address together with the password', async () => {
    const link = await muster.mailbox.linkFor(account.email, 'Confirm your email address for Muster')
    await page.goto(link)
    await expectNoBarrier(page, '/confirm-email')
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Confirm email' }).click()
    await expect(page.getByRole('heading', { name: 'Your email has been confirmed' })).toBeVisible()
    await expectNoBarrier(page, '/confirm-email, confirmed')
    await page.getByRole('link', { name: 'Go to sign in' }).click()
  })

  await test.step('the person signs in', async () => {
    await signIn(page, account)
    await expect(page).toHaveURL(/#\/zone-selection$/)
    await expect(page.getByRole('img', { name: /^Your user code: / })).toBeVisible()
  })

  await test.step('a truncated link explains itself and what to do', async () => {
    const { page: otherPage } = await person()
    await openPage(otherPage, '/confirm-email?token=torn')
    await otherPage.getByLabel('Password', { exact: true }).fill(account.password)
    await otherPage.getByRole('button', { name: 'Confirm email' }).click()
    await expect(otherPage.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
    await expect(otherPage.getByRole('link', { name: 'Go to sign in' })).toBeVisible()
    await expectNoBarrier(otherPage, '/confirm-email, a link that does not work')
  })
})

test('people with addresses in the setting LANDING_ADMIN_EMAILS land on the admin dashboard and stay there', async ({
  person,
}) => {
  const { page } = await person()
  await openPage(page, '/login')
  await signIn(page, { email: emailOf('client'), password: demoPassword })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  // The figures cover the zones that the client admin may see; the request is not rejected.
  const zoneCount = page.getByRole('main').getByText('Your Zones', { exact: true }).locator('..')
  await expect(zoneCount).toHaveText(/^Your Zones[1-9]\d*$/)
  // Wait until the page is idle, because a redirect elsewhere could still follow.
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(/#\/super-admin-dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(page.getByText(/(do not|don’t) have permission|for administrators/)).toHaveCount(0)
})
