import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { enterZone, findMenuItems, findSideMenu, goTo, openPage, typePin } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const rally = 'India Gate Rally Point'

/** The properties of a DOM element that the page script needs. */
type Card = {
  textContent: string | null
  getBoundingClientRect(): { top: number }
  querySelectorAll(tag: string): Iterable<Card>
}

test('the Selected Zone dropdown switches the zone and its menu, and asks for the PIN of a zone not entered yet', async ({
  person,
  enrol,
  watch,
}) => {
  watch.expectRefusal(422)
  const account = await enrol('Devika Menon', { [yard]: 'app_user', [rally]: 'zone_manager_ro' })
  const { page } = await person({ as: account })
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
  await enterZone(page, yard)
  await expect(findMenuItems(page).filter({ hasText: 'App Users' })).toHaveCount(0)
  const picker = findSideMenu(page).getByRole('button', { name: /^Selected Zone/ })
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

test('the sidebar toggles on a desktop and overlays the page on a phone; actions align with the title', async ({
  person,
}) => {
  const { page } = await person({ as: 'super' })
  const phoneViewport = { width: 360, height: 780 }
  await openPage(page, '/super-admin-dashboard')

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
