import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { findMessage, findSettingsCard, openPage, signIn } from '../screens.ts'

const subject = 'Set a new password for Muster'

test('a person who forgot their password sets a new one with the emailed link, which works once', async ({
  person,
  enrol,
  muster,
  watch,
}) => {
  watch.expectRefusal(401)
  watch.expectRefusal(410)
  const account = await enrol('Noor Ali')
  const { page: otherPage } = await person({ as: account })
  await openPage(otherPage, '/settings/sign-in')
  await expect(findSettingsCard(otherPage, 'Password')).toBeVisible()
  const { page } = await person()

  await test.step('the reset starts on the sign-in page and responds the same way for every address', async () => {
    await openPage(page, '/login')
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    // The sign-in screen also has an email field, and stays until the next screen is rendered.
    await expect(page.getByRole('heading', { name: 'Forgot Password?' })).toBeVisible()
    for (const email of ['nobody.at.all@example.org', account.email]) {
      await page.getByRole('textbox', { name: 'Email' }).fill(email)
      await page.getByRole('button', { name: /^Send/ }).click()
      await expect(page.getByText(`If ${email} belongs to an account, a link is on its way.`)).toBeVisible()
    }
    await expectNoBarrier(page, '/forgot-password, sent')
  })

  const link = await muster.mailbox.linkFor(account.email, subject)
  expect(await muster.mailbox.subjectsFor('nobody.at.all@example.org')).toEqual([])
  const submitPassword = async (text: string) => {
    await page.getByLabel('New password', { exact: true }).fill(text)
    await page.getByLabel('Confirm new password').fill(text)
    await page.getByRole('button', { name: 'Set password' }).click()
  }
  const updatedAccount = { ...account, password: 'eight-quiet-rivers' }

  await test.step('the link sets a new password and rejects common ones', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
    await submitPassword('qwerty123')
    await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
      /This password is too common\. Choose a different one\./,
    )
    await expectNoBarrier(page, '/reset-password, refused')
    await submitPassword(updatedAccount.password)
    await expect(findMessage(page, 'Password changed')).toBeVisible()
    await expect(page).toHaveURL(/#\/login/)
  })

  await test.step('the signed-in device is signed out with a notice', async () => {
    await expect(otherPage).toHaveURL(/#\/login/)
    await expect(otherPage.getByText('You were signed out')).toBeVisible()
    await expectNoBarrier(otherPage, '/login, signed out by somebody else')
  })

  await test.step('the old password is rejected, and the new one signs in', async () => {
    await signIn(page, account)
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Invalid email or password')
    await expectNoBarrier(page, '/login, refused')
    await signIn(page, updatedAccount)
    await expect(page).toHaveURL(/#\/zone-selection$/)
  })

  await test.step('the link does not work a second time', async () => {
    await otherPage.goto(link)
    await otherPage.getByLabel('New password', { exact: true }).fill('nine-loud-trains')
    await otherPage.getByLabel('Confirm new password').fill('nine-loud-trains')
    await otherPage.getByRole('button', { name: 'Set password' }).click()
    await expect(otherPage.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
    await otherPage.getByRole('link', { name: 'Get a new link' }).click()
    await expect(otherPage.getByRole('heading', { name: 'Forgot Password?' })).toBeVisible()
  })
})
