import type { Locator, Page } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { findDetails, findMessage, openPage, places } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const phoneViewport = { width: 360, height: 780 }

/** Returns true if the text of an element is clipped by its box. */
const isCut = (label: Locator): Promise<boolean> =>
  label.evaluate(
    (element: Record<`${'scroll' | 'client'}${'Width' | 'Height'}`, number>) =>
      element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
  )

const readBox = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('Not on the screen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** Blocks only the feed; the rest of the server responds. */
const blockFeed = (page: Page) => page.routeWebSocket('**/live', socket => socket.close())

test('the bottom bar, the message about a check and the header have room, even while the feed reconnects', async ({
  person,
}) => {
  // The worker has no open question, whose bar would leave too little room for the whole result.
  const { page } = await person({ as: 'worker', at: places.inYard, viewport: phoneViewport, inZone: yard })
  await openPage(page, '/dashboard')

  await test.step('the labels of the bottom bar do not touch each other or the edge', async () => {
    const links = page.getByRole('navigation', { name: 'Quick access' }).getByRole('link')
    await expect(links).toHaveText([
      'Dashboard',
      /^Alerts\d*$/,
      'Check Position',
      'Broadcasts',
      'Notifications',
    ])
    let end = 0
    for (const link of await links.all()) {
      const label = link.locator('span').last()
      const { x, right } = await readBox(label)
      expect(x - end, `before ${await label.textContent()}`).toBeGreaterThanOrEqual(4)
      expect(await isCut(label)).toBe(false)
      end = right
      const target = await readBox(link)
      expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(44)
    }
    expect(phoneViewport.width - end).toBeGreaterThanOrEqual(4)
  })

  await test.step('the message about a check covers neither the header nor the result', async () => {
    await openPage(page, '/my-zones')
    const card = page.getByRole('article', { name: yard })
    await card.getByRole('button', { name: 'Check Position' }).click()
    const result = card.getByRole('status', { name: `Position in ${yard}` })
    await expect(result).toContainText('You are INSIDE')
    await expect(findMessage(page, 'Inside Zone')).toBeVisible()
    // Hovering keeps the message open while it is measured.
    await page.getByTestId('notice').hover()
    const noticeBox = await readBox(page.getByTestId('notice'))
    // The message covers neither the drawing nor any text.
    expect((await readBox(result)).bottom).toBeLessThanOrEqual(noticeBox.y)
    expect((await readBox(page.getByRole('banner'))).bottom).toBeLessThanOrEqual(noticeBox.y)
  })

  await test.step('at 150 % text size the labels of buttons wrap, and none is clipped', async () => {
    await page.evaluate(`document.documentElement.style.fontSize = '150%'`)
    for (const name of ['Check Position', 'Share my position while I’m here', 'View']) {
      const label = page.getByRole('article', { name: yard }).getByText(name, { exact: true })
      expect(await isCut(label), name).toBe(false)
    }
    await page.evaluate(`document.documentElement.style.fontSize = ''`)
  })

  await test.step('the header names page and zone, and fits the screen while the feed reconnects', async () => {
    await blockFeed(page)
    await page.reload()
    const header = page.getByRole('banner')
    await expect(header.getByRole('status')).toHaveText('Reconnecting…')
    const accountBox = await readBox(header.getByRole('button', { name: /: .+’s account$/ }))
    expect(accountBox.right).toBeLessThanOrEqual(phoneViewport.width)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phoneViewport.width)
    for (const text of ['Zone Presence', yard]) {
      await expect(header.getByText(text, { exact: true })).toBeVisible()
      expect(await isCut(header.getByText(text, { exact: true })), text).toBe(false)
    }
    await page.evaluate(`document.documentElement.style.fontSize = '150%'`)
    const zoneLabel = header.getByText(yard, { exact: true })
    expect(await isCut(zoneLabel), 'in large letters').toBe(false)
    // The name wraps onto two lines, both within the header.
    expect((await readBox(zoneLabel)).height).toBeGreaterThan(40)
    expect((await readBox(zoneLabel)).bottom).toBeLessThanOrEqual((await readBox(header)).bottom)
    await page.evaluate(`document.documentElement.style.fontSize = ''`)
    // The title also opens the list of zones, because the zone's own line is not high enough for a finger.
    await header.getByText('Zone Presence', { exact: true }).click({ force: true })
    await expect(page.getByRole('menuitem', { name: 'Manage Zones' })).toBeVisible()
  })
})

test('a manager’s lists, nested sheets and content that is not live fit a phone', async ({
  person,
  enrol,
  muster,
}) => {
  const { userId } = await enrol(`Wolfgang ${'Featherstonehaugh'.repeat(3)}`, { [yard]: 'app_user' })
  await muster.sql(
    `update presence_tracking set is_inside_zone = true, latitude = 28.6184, longitude = 77.252, accuracy_meters = 5,
       tracking_source = 'device', entry_time = now() - interval '2 hours', captured_at = now() - interval '50 minutes',
       received_at = now() where user_id = $1`,
    [userId],
  )
  const { page } = await person({
    as: 'manager',
    viewport: phoneViewport,
    touch: true,
    mobile: true,
    inZone: yard,
  })

  await test.step('in nested sheets a list opens below its field, and the page keeps its full width', async () => {
    await openPage(page, '/hazards')
    await page.getByRole('button', { name: 'View Details' }).first().tap()
    await page
      .getByRole('button', { name: /^(Rea|A)ssign$/ })
      .last()
      .tap()
    const dialog = page.getByRole('dialog', { name: 'Assign hazard' })
    const field = dialog.getByRole('combobox', { name: 'Assign to' })
    await field.tap()
    await page.keyboard.type('ver')
    const option = page.getByRole('option', { name: /Verma/ }).first()
    await expect(option).toBeInViewport({ ratio: 1 })
    expect((await readBox(page.getByRole('listbox', { name: 'Assign to' }))).right).toBeLessThanOrEqual(
      phoneViewport.width,
    )
    await option.tap()
    await expect(field).toHaveValue(/Verma/)
  })

  await test.step('at 200 % no list of people is wider than the phone, however long the names', async () => {
    await page.setViewportSize({ width: 180, height: 390 })
    for (const path of ['/zone-app-users', '/zone-manager', '/inside-now?tab=unseen', '/dashboard']) {
      await openPage(page, path)
      await expect(page.getByText(/5\d min ago|Not seen since/).first(), path).toBeAttached()
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(180)
    }
  })

  await test.step('content that is not live is grey, shows its age in seconds, and stays readable', async () => {
    await page.setViewportSize(phoneViewport)
    await blockFeed(page)
    await openPage(page, '/zones')
    await page.reload()
    await page.getByRole('button', { name: `View ${yard}` }).tap()
    const details = findDetails(page, yard)
    await expect(details.getByText(/Not live\. This data is from \d+ s ago/)).toBeVisible()
    const grey = 'rgb(91, 102, 120)'
    await expect(details.getByRole('heading', { name: 'Currently Inside' })).toHaveCSS('color', grey)
    await expect(details.getByText(yard, { exact: true })).not.toHaveCSS('color', grey)
    await expectNoBarrier(page, 'a zone that is not live', { shown: details, only: 'phone' })
  })
})
