import { emailOf, expect, password, test } from '../fixtures.ts'
import { enterZone, open } from '../screens.ts'

test('signing out in one tab signs out the other', async ({ person }) => {
  const { page, context } = await person({ as: 'manager' })
  await open(page, '/zone-selection')
  await enterZone(page, 'Connaught Place Office')
  const second = await context.newPage()
  await open(second, '/zone-selection')
  await expect(second.getByRole('heading', { name: 'Choose a zone' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/#\/login/)
  await expect(second).toHaveURL(/#\/login/)
  await expect(second.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await second.reload()
  await expect(second).toHaveURL(/#\/login/)
})

test('a session that the server ended shows the sign-in on the next page', async ({
  person,
  muster,
  watch,
}) => {
  watch.expectRefusal(401)
  const { page } = await person({ as: 'manager' })
  await open(page, '/zone-selection')
  await enterZone(page, 'Connaught Place Office')
  const { token } = JSON.parse(
    (await page.evaluate<string | null>(`localStorage.getItem('muster.session')`)) ?? '{}',
  )
  await fetch(`${muster.origin}/api/auth/sign-out`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  await expect(page).toHaveURL(/#\/login/)
})

test('unknown paths and pages behind the guard lead to the sign-in', async ({ person }) => {
  const { page } = await person()
  for (const path of ['', '/', '/nowhere', '/zones/1/2/3']) {
    await open(page, path)
    await expect(page).toHaveURL(/#\/login/)
    await page.goto('about:blank')
  }
  for (const path of ['/dashboard', '/zones', '/zone-manager', '/settings', '/users']) {
    await open(page, path)
    await expect(page).toHaveURL(/#\/login\?/)
    await page.goto('about:blank')
  }
})

test('a deep link comes back after the sign-in and the zone', async ({ person }) => {
  const { page } = await person()
  await open(page, '/zone-app-users?presence=unknown')
  await expect(page).toHaveURL(/#\/login/)
  await page.getByLabel('Email').fill(emailOf('manager'))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
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

test('somebody who must choose a zone is led there from any page', async ({ person }) => {
  const { page } = await person({ as: 'manager' })
  await open(page, '/zone-manager')
  await expect(page).toHaveURL(/#\/zone-selection/)
})

test('a wrong password says so, and nothing more', async ({ person, watch }) => {
  watch.expectRefusal(401)
  const { page } = await person()
  await open(page, '/login')
  await page.getByLabel('Email').fill(emailOf('viewer'))
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' }).first()).toBeVisible()
  await expect(page.getByText('Login Error').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(emailOf('viewer'))
})
