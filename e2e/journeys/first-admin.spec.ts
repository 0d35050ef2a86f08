import { expect, test } from '../fixtures.ts'
import { menuItems, message, open, typePin } from '../screens.ts'

test.use({ settings: { DEMO: '0' } })

test('an empty Muster prints a link that creates the first super admin, once', async ({
  person,
  muster,
  watch,
}) => {
  watch.expectRefusal(410)
  // The greeting follows the first answer of /readyz by a moment.
  const setupLink = () => /https?:\/\/\S+\/#\/signup\?setup=\S+(?=\n)/.exec(muster.said())?.[0] ?? ''
  await expect.poll(setupLink).not.toBe('')
  const link = setupLink()
  const { page } = await person()
  const fill = async (email: string) => {
    await page.getByLabel('First name').fill('Ila')
    await page.getByLabel('Last name').fill('Sen')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Phone').fill('+91 11 5550 0100')
    await page.getByLabel('Date of birth').fill('1980-01-02')
    await page.getByLabel('Password', { exact: true }).fill('seven-orange-birds')
    await page.getByLabel('Confirm password').fill('seven-orange-birds')
    await typePin(page, 'Zone entry PIN', '1357')
    await typePin(page, 'Confirm PIN', '1357')
    await page.getByRole('button', { name: 'Create account' }).click()
  }

  await test.step('no sign-ins of a demo are offered', async () => {
    await open(page, '/login')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await expect(page.getByText('Demo: sign in as')).toHaveCount(0)
  })

  await test.step('the link leads to the sign-up of the first super admin', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Create the first super admin' })).toBeVisible()
    await fill('ila.sen@example.org')
    await expect(message(page, 'Account Created')).toBeVisible()
    await expect(page).toHaveURL(/#\/super-admin-dashboard$/)
    await expect(menuItems(page)).toHaveText([
      'Dashboard',
      'Employees',
      'Zones',
      'Inside now',
      'Security',
      'Map settings',
    ])
  })

  await test.step('used a second time it says so, and creates nobody', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(/#\/login/)
    await page.goto(link)
    await fill('late.comer@example.org')
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await expect(page).toHaveURL(/#\/login/)
  })

  await test.step('after a restart none is printed any more', async () => {
    watch.expectDisconnect()
    await muster.restart()
    await expect.poll(() => muster.said()).toContain('Muster is at')
    expect(muster.said()).not.toContain('setup=')
  })
})
