import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { message, open, settingsCard, signIn } from '../screens.ts'

const subject = 'Set a new password for Muster'

test('somebody who forgot the password sets a new one with the mailed link, once', async ({
  person,
  enrol,
  muster,
  watch,
}) => {
  watch.expectRefusal(401)
  watch.expectRefusal(410)
  const account = await enrol('Noor Ali')
  const { page: elsewhere } = await person({ as: account })
  await open(elsewhere, '/settings')
  await expect(settingsCard(elsewhere, 'Password')).toBeVisible()
  const { page } = await person()

  await test.step('the way starts at the sign-in and says the same for every address', async () => {
    await open(page, '/login')
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await page.getByLabel('Email').fill('nobody')
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
    for (const email of ['nobody.at.all@example.org', account.email]) {
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: /^Send/ }).click()
      await expect(page.getByText(`If ${email} belongs to an account, a link is on its way.`)).toBeVisible()
    }
  })

  const link = await muster.mailbox.linkFor(account.email, subject)
  expect(await muster.mailbox.subjectsFor('nobody.at.all@example.org')).toEqual([])
  const setTo = async (text: string, again = text) => {
    await page.getByLabel('New password', { exact: true }).fill(text)
    await page.getByLabel('Confirm new password').fill(again)
    await page.getByRole('button', { name: 'Set password' }).click()
  }
  const changed = { ...account, password: 'eight-quiet-rivers' }

  await test.step('the new password follows the rules of the sign-up', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
    await setTo('eight-quiet-rivers', 'eight-quiet-river')
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await setTo('five5')
    await expect(page.getByText('Password must be at least 6 characters', { exact: true })).toBeVisible()
    await setTo('qwerty123')
    await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
      /This password is too common\. Please choose another one\./,
    )
    await setTo(changed.password)
    await expect(message(page, 'Password changed')).toBeVisible()
    await expect(page).toHaveURL(/#\/login/)
  })

  await test.step('the device that was signed in is not any more, and is told', async () => {
    await expect(elsewhere).toHaveURL(/#\/login/)
    await expect(elsewhere.getByText('You were signed out')).toBeVisible()
  })

  await test.step('the old password is refused, the new one signs in', async () => {
    await signIn(page, account)
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Invalid email or password')
    await signIn(page, changed)
    await expect(page).toHaveURL(/#\/zone-selection$/)
  })

  await test.step('the link does nothing a second time', async () => {
    const { page: finder } = await person()
    await finder.goto(link)
    await finder.getByLabel('New password', { exact: true }).fill('nine-loud-trains')
    await finder.getByLabel('Confirm new password').fill('nine-loud-trains')
    await finder.getByRole('button', { name: 'Set password' }).click()
    await expect(finder.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await finder.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(finder.getByRole('heading', { name: 'Forgot Password?' })).toBeVisible()
  })
})

test('changing the password keeps this device and signs the others out', async ({ person, enrol, watch }) => {
  watch.expectRefusal(401)
  watch.expectRefusal(422)
  const account = await enrol('Farhan Aziz')
  const { page } = await person({ as: account })
  const { page: other } = await person({ as: account })
  await open(other, '/settings')
  await expect(settingsCard(other, 'Password')).toBeVisible()
  await open(page, '/settings')
  await settingsCard(page, 'Password').getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  const change = dialog.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(dialog.getByText('Your current password is required')).toBeVisible()
  await dialog.getByLabel('Current password').fill('not-the-password')
  await dialog.getByLabel('New password', { exact: true }).fill('eight-quiet-rivers')
  await dialog.getByLabel('Confirm new password').fill('eight-quiet-rivers')
  await change.click()
  await expect(dialog.getByText('The current password is not right.')).toBeVisible()
  await dialog.getByLabel('Current password').fill(account.password)
  await change.click()
  await expect(message(page, 'Password changed')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await expect(other).toHaveURL(/#\/login/)
  await expect(other.getByText('You were signed out')).toBeVisible()
  await expectNoBarrier(other, '/login, signed out by somebody else')
  await page.reload()
  await expect(page).toHaveURL(/#\/settings/)
  await expect(settingsCard(page, 'Password')).toBeVisible()
  await signIn(other, account)
  await expect(other.getByRole('main').getByRole('alert')).toContainText('Invalid email or password')
  await signIn(other, { ...account, password: 'eight-quiet-rivers' })
  await expect(other).toHaveURL(/#\/(settings|zone-selection)/)
})

test('the sign-in shows and hides the password, and says that it is working', async ({ person, enrol }) => {
  const account = await enrol('Gauri Patil')
  const { page } = await person()
  await open(page, '/login')
  const field = page.getByLabel('Password', { exact: true })
  await field.fill(account.password)
  await expect(field).toHaveAttribute('type', 'password')
  const toggle = page.getByRole('button', { name: 'Show or hide password' })
  await toggle.click()
  await expect(field).toHaveAttribute('type', 'text')
  await toggle.click()
  await expect(field).toHaveAttribute('type', 'password')
  // The answer waits until the word has been seen.
  let answer = () => {}
  const seen = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/rpc/auth/signIn', async route => {
    await seen
    await route.continue()
  })
  await signIn(page, account)
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  answer()
  await expect(page).toHaveURL(/#\/zone-selection$/)
})
