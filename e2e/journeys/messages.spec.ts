import type { Locator, Page } from '@playwright/test'
import { emailOf, expect, password, test } from '../fixtures.ts'
import { isLongForm } from '../long-form.ts'
import { findZoneId } from '../people.ts'
import { findMessage, findSettingsCard, openPage, places } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const office = 'Connaught Place Office'

/** Finds the visible messages in the base layer (notices) and in the Sonner layer (toasts). */
const findMessages = (page: Page) => page.getByTestId('notice').or(page.locator('[data-sonner-toast]'))

type Box = { x: number; y: number; width: number; height: number }

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Expects that no message covers any of these elements at the current scroll position. */
async function expectUncovered(page: Page, targets: Locator): Promise<void> {
  await expect(findMessages(page).first()).toBeVisible()
  // Wait until the messages are at rest: while one enters, it is briefly drawn above its final position.
  await page.waitForTimeout(500)
  const messageBoxes = await Promise.all(
    (await findMessages(page).all()).map(message => message.boundingBox()),
  )
  expect(messageBoxes.length).toBeGreaterThan(0)
  for (const target of await targets.all()) {
    const box = await target.boundingBox()
    expect(box).not.toBeNull()
    for (const it of messageBoxes)
      if (it && box) expect(overlaps(it, box), `${await target.textContent()}`).toBe(false)
  }
}

/** Expects that no message covers the Close button or the last button of the open dialog, each scrolled into view. */
async function expectDialogUncovered(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  const lastButton = dialog.getByRole('button').last()
  for (const button of [dialog.getByRole('button', { name: 'Close', exact: true }), lastButton]) {
    await button.scrollIntoViewIfNeeded()
    await expectUncovered(page, button)
  }
}

/** A phone has the least room. */
const viewportByDevice = {
  phone: { width: 360, height: 640 },
  ...(isLongForm && { desktop: { width: 1280, height: 800 } }),
}

for (const [device, viewport] of Object.entries(viewportByDevice))
  test(`on a ${device} no message covers the requested content or the buttons of a dialog`, async ({
    person,
    enrol,
    muster,
  }) => {
    const zones = [yard, office, 'India Gate Rally Point']
    const member = await enrol('Mira Sen', Object.fromEntries(zones.map(zone => [zone, 'app_user'])))
    const { page } = await person({ as: member, at: places.inYard, viewport, inZone: yard })

    await test.step('the result of a check and its sketch stay uncovered', async () => {
      await openPage(page, '/my-zones')
      const card = page.getByRole('article', { name: yard })
      await card.getByRole('button', { name: 'Check Position' }).click()
      const result = card.getByRole('status', { name: `Position in ${yard}` })
      await expect(result).toContainText('You are INSIDE')
      await expect(findMessage(page, 'Inside Zone')).toBeVisible()
      await expectUncovered(page, result)
      await expectUncovered(page, page.getByRole('heading', { level: 1 }))
      await expectUncovered(page, page.getByRole('navigation', { name: 'Quick access' }).getByRole('link'))
      // The page itself announces the message, so the toast does not announce it again.
      await expect(
        page.getByRole('region', { name: 'Messages', exact: true }).getByRole('status'),
      ).toBeEmpty()
    })

    await test.step('the button that copied the code stays uncovered', async () => {
      await openPage(page, '/settings')
      const copyButton = findSettingsCard(page, 'My User Code').getByRole('button', { name: 'Copy code' })
      await copyButton.click()
      await expect(findMessages(page)).toContainText(/Code Copied|Copy Failed/)
      await expectUncovered(page, copyButton)
    })

    await test.step('three notices cover no button of a dialog', async () => {
      await page.getByRole('button', { name: 'Generate new code' }).click()
      const { token } = await muster.signIn({ email: emailOf('client'), password })
      for (const zone of zones) {
        await muster.call('DELETE', `/zones/${await findZoneId(muster, zone)}/users/${member.userId}`, {
          token,
        })
        // Simulate a finger on the stack, so that the first message is still there when the last arrives.
        await page.locator('ol[data-sonner-toaster]').dispatchEvent('pointerdown')
      }
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(3)
      await expectDialogUncovered(page, 'Generate a new code?')
    })

    await test.step('a notice covers no button of a dialog as high as the screen', async () => {
      const { page: adminPage } = await person({ as: 'super', viewport })
      await openPage(adminPage, '/zones')
      // Filter by name: zones of other journeys may come first, and a long list only renders what is visible.
      await adminPage.getByRole('searchbox', { name: 'Search zones' }).fill(yard)
      await adminPage.getByRole('button', { name: `View ${yard}` }).click()
      await adminPage.getByRole('button', { name: 'Edit Zone' }).click()
      const dialog = adminPage.getByRole('dialog', { name: 'Edit Zone' })
      if (device === 'phone') await dialog.getByRole('button', { name: 'Name and capacity' }).click()
      await dialog.getByLabel('Description').fill(`Seen on a ${device}`)
      await dialog.getByRole('button', { name: 'Save Zone' }).click()
      await expect(findMessage(adminPage, 'Zone updated successfully')).toBeVisible()
      // Simulate hovering, so that the message stays while it is measured.
      await adminPage.getByTestId('notice').dispatchEvent('pointerover')
      await adminPage.getByRole('button', { name: 'Edit Zone' }).click()
      await expectDialogUncovered(adminPage, 'Edit Zone')
    })
  })
