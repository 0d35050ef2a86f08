import { expect, test } from '../fixtures.ts'
import { enterZone, findMenuItems, findSideMenu, goTo, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const rally = 'India Gate Rally Point'

test('the Selected Zone dropdown switches the zone and its menu, and asks for the PIN of a zone not entered yet', async ({
  person,
  enrol,
}) => {
  const account = await enrol('Devika Menon', { [yard]: 'app_user', [rally]: 'zone_manager_ro' })
  const { page } = await person({ as: account })
  await test.step('without a zone there is a Select Zone button', async () => {
    await openPage(page, '/settings')
    await findSideMenu(page).getByRole('link', { name: 'Select Zone' }).click()
    await expect(page).toHaveURL(/#\/zone-selection/)
  })
  await enterZone(page, yard)
  await expect(findMenuItems(page).filter({ hasText: 'App Users' })).toHaveCount(0)
  const picker = findSideMenu(page).getByRole('button', { name: /^Selected Zone/ })
  await picker.click()
  await expect(page.getByText('Available Zones')).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveText([rally, yard, 'Manage Zones'])

  await test.step('the other zone asks for its PIN and shows the menu of the role there', async () => {
    await page.getByRole('menuitem', { name: rally }).click()
    await expect(page.getByRole('dialog', { name: `Enter ${rally}` })).toBeVisible()
    await enterZone(page, rally)
    await expect(picker).toHaveText(rally)
    await expect(findSideMenu(page).getByText('zone manager ro', { exact: true })).toBeVisible()
    await expect(findMenuItems(page).filter({ hasText: 'App Users' })).toBeVisible()
  })

  await test.step('the first zone is still open and asks for no PIN', async () => {
    await picker.click()
    await page.getByRole('menuitem', { name: yard }).click()
    await expect(picker).toHaveText(yard)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(findSideMenu(page).getByText('app user', { exact: true })).toBeVisible()
  })

  await test.step('Manage Zones leads to the zone selection, which marks the selected one', async () => {
    await picker.click()
    await page.getByRole('menuitem', { name: 'Manage Zones' }).click()
    await expect(page).toHaveURL(/#\/zone-selection/)
    await expect(page.getByRole('article', { name: yard })).toBeVisible()
  })
})

test('on a desktop Ctrl+B toggles the sidebar between 280 and 70 pixels, kept over a reload; the header has the date', async ({
  person,
}) => {
  const { page } = await person({ as: 'super' })
  await openPage(page, '/super-admin-dashboard')
  const sidebar = page.getByRole('complementary')
  const readWidth = async () => Math.round((await sidebar.boundingBox())?.width ?? 0)
  const toggle = page.getByRole('button', { name: /(Open|Close) menu/ })
  await expect.poll(readWidth).toBe(280)
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Control+b')
  await expect.poll(readWidth).toBe(70)
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await page.reload()
  await expect(sidebar).toBeVisible()
  await expect.poll(readWidth).toBe(70)
  // The menu shows only icons, which have names for screen readers and on hover.
  await findSideMenu(page).getByRole('link', { name: 'Zones' }).hover()
  await expect(page.getByRole('tooltip', { name: 'Zones' })).toBeVisible()
  await page.keyboard.press('Control+b')
  await expect.poll(readWidth).toBe(280)

  const day = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  })
  const date = page.getByRole('banner').locator('time')
  await expect(date).toBeVisible()
  // The date is compared with the current day at each poll, in case midnight passes.
  await expect.poll(async () => (await date.textContent()) === day.format(new Date())).toBe(true)
  await page.setViewportSize({ width: 390, height: 780 })
  await expect(date).toHaveCount(0)
})

test('on a phone the menu overlays the page and closes after a choice', async ({ person }) => {
  const { page } = await person({ as: 'super', viewport: { width: 390, height: 780 } })
  await openPage(page, '/super-admin-dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(findSideMenu(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const overlay = page.getByRole('dialog', { name: 'Menu' })
  await expect(overlay).toBeVisible()
  await goTo(page, 'Zones')
  await expect(page).toHaveURL(/#\/zones$/)
  await expect(overlay).toHaveCount(0)
  await page.keyboard.press('Control+b')
  await expect(overlay).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(overlay).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Quick access' })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await overlay.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/#\/login/)
})

test('a touch screen gets the overlay menu at any width', async ({ person }) => {
  const { page } = await person({ as: 'super', touch: true })
  await openPage(page, '/super-admin-dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(findSideMenu(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})
