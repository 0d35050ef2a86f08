import { emailOf, expect, password, test } from '../fixtures.ts'
import { openPage } from '../screens.ts'

test('a deep link is restored after sign-in and zone entry', async ({ person }) => {
  const { page } = await person()
  await openPage(page, '/zone-app-users?presence=unknown')
  await expect(page).toHaveURL(/#\/login/)
  await page.getByLabel('Email').fill(emailOf('manager'))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/#\/zone-selection/)
  const dialog = page.getByRole('dialog', { name: 'Enter Yamuna Works Yard' })
  await page
    .getByRole('article', { name: 'Yamuna Works Yard' })
    .getByRole('button', { name: 'Enter Zone' })
    .click()
  await dialog.getByLabel('Zone entry PIN, digit 1 of 4').click()
  await page.keyboard.type('2468')
  await expect(page).toHaveURL(/#\/zone-app-users\?presence=unknown/)
  await expect(page.getByRole('heading', { name: /App Users/ })).toBeVisible()
})
