import type { Locator, Page } from '@playwright/test'
import { emailOf, expect, password, test } from '../fixtures.ts'
import { findZoneId } from '../people.ts'
import { message, open, places, settingsCard } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const office = 'Connaught Place Office'

/** Finds the visible messages of both layers. */
const messages = (page: Page) => page.getByTestId('notice').or(page.locator('[data-sonner-toast]'))

type Box = { x: number; y: number; width: number; height: number }

const meet = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Expects that no message covers any of these elements at any scroll position; elements further down are scrolled to the top. */
async function expectFree(page: Page, things: Locator): Promise<void> {
  await expect(messages(page).first()).toBeVisible()
  // Wait until the messages are at rest: while one enters, it is briefly drawn above its final position.
  await page.waitForTimeout(500)
  const shown = await Promise.all((await messages(page).all()).map(one => one.boundingBox()))
  expect(shown.length).toBeGreaterThan(0)
  for (const thing of await things.all()) {
    const box = await thing.boundingBox()
    expect(box).not.toBeNull()
    for (const it of shown) if (it && box) expect(meet(it, box), `${await thing.textContent()}`).toBe(false)
  }
}

/** Checks every button of the open dialog, including its header, with the dialog scrolled to the top and to the bottom. */
async function expectDialogFree(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  const last = dialog.getByRole('button').last()
  for (const part of [dialog.getByRole('button', { name: 'Close', exact: true }), last]) {
    await part.scrollIntoViewIfNeeded()
    await expectFree(page, part)
  }
}

for (const [device, viewport] of Object.entries({
  phone: { width: 360, height: 640 },
  desktop: { width: 1280, height: 800 },
})) {
  test(`on a ${device} no message covers the requested content`, async ({ person, enrol }) => {
    const { page } = await person({
      as: await enrol('Mira Sen', { [yard]: 'app_user' }),
      at: places.inYard,
      viewport,
      inZone: yard,
    })

    await test.step('the result of a check and its sketch stay uncovered', async () => {
      await open(page, '/my-zones')
      const card = page.getByRole('article', { name: yard })
      await card.getByRole('button', { name: 'Check Position' }).click()
      const result = card.getByRole('status', { name: `Position in ${yard}` })
      await expect(result).toContainText('You are INSIDE')
      await expect(message(page, 'Inside Zone')).toBeVisible()
      await expectFree(page, result)
      await expectFree(page, page.getByRole('heading', { level: 1 }))
      await expectFree(page, page.getByRole('navigation', { name: 'Quick access' }).getByRole('link'))
      // Screen readers announce the message from there, once.
      await expect(page.getByRole('region', { name: 'Messages' }).getByRole('status')).toBeEmpty()
    })

    await test.step('the button that copied the code stays uncovered', async () => {
      await open(page, '/settings')
      const copy = settingsCard(page, 'My User Code').getByRole('button', { name: 'Copy code' })
      await copy.click()
      await expect(messages(page)).toContainText(/Code Copied|Copy Failed/)
      await expectFree(page, copy)
    })
  })

  test(`on a ${device} no message covers the buttons of a dialog`, async ({ person, enrol, muster }) => {
    const { page } = await person({ as: 'super', viewport })
    await test.step('a notice covers no button of a dialog as high as the screen', async () => {
      await open(page, '/zones')
      // Filter by name: zones of other journeys may come first, and a long list only renders what is visible.
      await page.getByRole('searchbox', { name: 'Search zones' }).fill(yard)
      await page.getByRole('button', { name: `View ${yard}` }).click()
      await page.getByRole('button', { name: 'Edit Zone' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit Zone' })
      await dialog.getByLabel('Description').fill(`Seen on a ${device}`)
      await dialog.getByRole('button', { name: 'Save Zone' }).click()
      await expect(message(page, 'Zone updated successfully')).toBeVisible()
      // Simulate hovering, so that the message stays while it is measured.
      await page.getByTestId('notice').dispatchEvent('pointerover')
      await page.getByRole('button', { name: 'Edit Zone' }).click()
      await expectDialogFree(page, 'Edit Zone')
    })

    await test.step('three notices cover no button of a dialog', async () => {
      const zones = [yard, office, 'India Gate Rally Point']
      const member = await enrol('Asha Rao', Object.fromEntries(zones.map(zone => [zone, 'app_user'])))
      const { page: theirs } = await person({ as: member, viewport, inZone: yard })
      await open(theirs, '/settings')
      await theirs.getByRole('button', { name: 'Generate new code' }).click()
      const { token } = await muster.signIn({ email: emailOf('client'), password })
      for (const zone of zones) {
        await muster.call('DELETE', `/zones/${await findZoneId(muster, zone)}/users/${member.userId}`, {
          token,
        })
        // Simulate a finger on the stack, so that the first message is still there when the last arrives.
        await theirs.locator('ol[data-sonner-toaster]').dispatchEvent('pointerdown')
      }
      await expect(theirs.locator('[data-sonner-toast]')).toHaveCount(3)
      await expectDialogFree(theirs, 'Generate a new code?')
    })
  })
}
