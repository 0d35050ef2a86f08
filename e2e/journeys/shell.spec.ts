import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { emailOf, expect, password, test } from '../fixtures.ts'
import {
  enterZone,
  findMenuItems,
  findSideMenu,
  goTo,
  openPage,
  openSettingsCard,
  signIn,
  typePin,
} from '../screens.ts'

const yard = 'Yamuna Works Yard'
const rally = 'India Gate Rally Point'

/** The menu of a role that needs no zone, and of one that enters a zone. menu.test.ts covers all nine roles. */
const menus = {
  superAdmin: [
    ['Dashboard', '/super-admin'],
    ['Employees', '/users'],
    ['Zones', '/zones'],
    ['Emergencies', '/emergencies'],
    ['Inside now', '/inside-now'],
  ],
  appUser: [
    ['Dashboard', '/dashboard'],
    ['Alerts', '/alerts'],
    ['Broadcasts', '/broadcasts'],
    ['Notifications', '/hazards'],
    ['Files & Folders', '/documents'],
    ['Zone Presence', '/my-zones'],
    ['Groups', '/my-groups'],
  ],
} as const

/**
 * Expects the side menu of this person, and that an item opens its page. All addresses are opened in screens.spec.ts and in the tests of
 * each screen.
 */
async function expectMenu(
  page: Page,
  { name, role, items }: { name: string; role: string; items: readonly (readonly [string, string])[] },
): Promise<void> {
  // The number of new alerts follows the label.
  await expect(findMenuItems(page)).toHaveText(items.map(([label]) => new RegExp(`^${label}\\d*$`)))
  const addresses = await findMenuItems(page).evaluateAll(links =>
    links.map(it => (it as HTMLAnchorElement).hash),
  )
  expect(addresses).toEqual(items.map(([, to]) => `#${to}`))
  const menu = findSideMenu(page)
  await expect(menu.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  for (const text of [name, role, name.charAt(0)])
    await expect(menu.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Emergency Logout' })).toHaveCount(0)
}

/** The properties of a DOM element that the page script needs. */
type Card = {
  textContent: string | null
  getBoundingClientRect(): { top: number }
  querySelectorAll(tag: string): Iterable<Card>
}

test('an app user signs in, enters a zone and sees the menu; the Selected Zone dropdown switches the zone and its menu', async ({
  person,
  enrol,
  watch,
}) => {
  watch.expectRefusal(422)
  const account = await enrol('Devika Menon', { [yard]: 'app_user', [rally]: 'zone_manager_ro' })
  const { page } = await person()
  await openPage(page, '/login')
  await signIn(page, account)
  await expect(page).toHaveURL(/#\/zone-selection$/)

  await test.step('without a zone there is a Select Zone button', async () => {
    await openPage(page, '/settings')
    await findSideMenu(page).getByRole('link', { name: 'Select Zone' }).click()
    await expect(page).toHaveURL(/#\/zone-selection/)
    await expect(page.getByRole('article')).toHaveCount(2)
    await expectNoBarrier(page, '/zone-selection')
  })
  await test.step('a wrong PIN is refused', async () => {
    const dialog = page.getByRole('dialog', { name: `Enter ${yard}` })
    await page.getByRole('article', { name: yard }).getByRole('button', { name: 'Enter Zone' }).click()
    await typePin(page, 'Zone entry PIN', '0000')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expectNoBarrier(page, '/zone-selection, a wrong PIN', { dialog })
  })
  const picker = findSideMenu(page).getByRole('button', { name: /^Selected Zone/ })
  await test.step('entering the zone leads to the dashboard and its menu', async () => {
    await enterZone(page, yard)
    await expect(page).toHaveURL(/#\/dashboard$/)
    await expectMenu(page, { name: 'Devika Menon', role: 'app user', items: menus.appUser })
    await expect(picker).toHaveText(yard)
    await goTo(page, 'Files & Folders')
    await expect(page).toHaveURL(/#\/documents$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Files & Folders')
  })
  await picker.click()
  await expect(page.getByText('Available Zones')).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveText([rally, yard, 'Manage Zones'])
  await expectNoBarrier(page, 'Selected Zone', {
    shown: page.getByRole('menuitem', { name: 'Manage Zones' }),
    only: 'desktop',
  })

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

  await test.step('the palette, the account menu and the menu of a phone are accessible', async () => {
    await openPage(page, '/dashboard')
    await expect(picker).toBeVisible()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search pages, people, zones and actions' })
    await expectNoBarrier(page, 'command palette', { dialog: palette })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: /: Devika Menon’s account$/ }).click()
    await expectNoBarrier(page, 'account menu', { shown: page.getByRole('menuitem', { name: 'Settings' }) })
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expectNoBarrier(page, 'menu overlay', { shown: findSideMenu(page), only: 'phone' })
  })
})

test('a super admin signs in and sees the menu, which toggles on a desktop and overlays the page on a phone', async ({
  person,
}) => {
  const { page } = await person()
  const phoneViewport = { width: 360, height: 780 }
  await openPage(page, '/login')
  await signIn(page, { email: emailOf('super'), password })
  await expect(page).toHaveURL(/#\/super-admin-dashboard$/)
  await expectMenu(page, { name: 'Asha Rao', role: 'super admin', items: menus.superAdmin })
  await expect(findSideMenu(page).getByRole('button', { name: /^Selected Zone/ })).toHaveCount(0)

  await test.step('on a desktop Ctrl+B toggles it between 280 and 70 pixels, kept over a reload', async () => {
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
  })

  await test.step('the header has the date, except on a phone', async () => {
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
    await page.setViewportSize(phoneViewport)
    await expect(date).toHaveCount(0)
  })

  const overlay = page.getByRole('dialog', { name: 'Menu' })
  await test.step('on a phone it overlays the page and closes after a choice', async () => {
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(findSideMenu(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(overlay).toBeVisible()
    await goTo(page, 'Zones')
    await expect(page).toHaveURL(/#\/zones$/)
    await expect(overlay).toHaveCount(0)
    await page.keyboard.press('Control+b')
    await expect(overlay).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(overlay).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Quick access' })).toBeVisible()
  })

  await test.step('page actions align with the title', async () => {
    const titleBox = await page.getByRole('heading', { name: 'Zone Presence', level: 1 }).boundingBox()
    const firstButtonBox = await page.getByRole('button', { name: 'Get Location' }).boundingBox()
    expect(titleBox).not.toBeNull()
    expect(firstButtonBox?.x).toBe(titleBox?.x)
  })

  await test.step('the cards of a row end in one line of buttons', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openPage(page, '/my-zones')
    const cards = page.getByRole('article')
    await expect(cards.nth(1)).toBeVisible()
    // Measure all cards at the same moment, because they grow as their content arrives and zones of other journeys come and go. The
    // position check starts at the top of its card, so that no result moves it.
    await expect
      .poll(() =>
        cards.evaluateAll((elements: Card[]) => {
          const readTop = (it: Card) => it.getBoundingClientRect().top
          const row = elements.filter(card => elements[0] && readTop(card) === readTop(elements[0]))
          const views = row.map(card => {
            const button = [...card.querySelectorAll('button')].find(it => it.textContent?.startsWith('View'))
            return button && readTop(button)
          })
          return { several: row.length > 1, lines: new Set(views).size }
        }),
      )
      .toEqual({ several: true, lines: 1 })
  })

  await test.step('Sign Out stands in the overlay as well', async () => {
    await page.setViewportSize(phoneViewport)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await overlay.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(/#\/login/)
  })
})

test('a person without a zone only sees Dashboard, and the Emergency Logout signs them out', async ({
  person,
}) => {
  const { page } = await person()
  await openPage(page, '/login')
  await signIn(page, { email: emailOf('newcomer'), password })
  await expect(page).toHaveURL(/#\/zone-selection$/)
  await expect(page.getByRole('img', { name: /^Your user code: MUS-/ })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your user code as a QR code' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expectNoBarrier(page, '/zone-selection without a zone')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const accountCard = await openSettingsCard(page, 'Account protection')
  await accountCard.getByRole('button', { name: 'Delete account' }).click()
  await expectNoBarrier(page, 'settings: Delete account', { dialog: page.getByRole('dialog') })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openPage(page, '/zone-selection')
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(findMenuItems(page)).toHaveText(['Dashboard'])
  await expect(findSideMenu(page).getByRole('button', { name: /Selected Zone/ })).toHaveCount(0)
  await expect(findSideMenu(page).getByRole('link', { name: 'Select Zone' })).toHaveCount(0)
  await findSideMenu(page).getByRole('button', { name: 'Emergency Logout' }).click()
  await expect(page).toHaveURL(/#\/login/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
})
