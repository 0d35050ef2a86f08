import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { findMessage, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const dayMs = 24 * 60 * 60 * 1_000

test('a screen left open for a day still shows and saves its files, byte for byte', async ({
  person,
  enrol,
  watch,
}) => {
  // An expired link responds with 404.
  watch.expectRefusal(404)
  const managerAccount = await enrol('Ila Menon', { [yard]: 'zone_manager_rw' })
  const { page } = await person({ as: managerAccount, viewport: { width: 360, height: 780 }, inZone: yard })
  await openPage(page, '/documents')
  const plans = [await drawPlan(page, '#08c'), await drawPlan(page, '#c40')]
  for (const buffer of plans) {
    await page.getByRole('button', { name: 'Upload File' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Upload File' })
    await dialog.getByTestId('file-input').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer })
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(findMessage(page, 'File uploaded successfully')).toBeVisible()
  }
  const linkExpiry = expireLinks(page)

  await test.step('a thumbnail whose link expired before it scrolled into view is shown', async () => {
    await linkExpiry.end()
    await page.reload()
    await expectShown(page.locator('img[src*="/files/documents/"]').first())
  })

  await test.step('the next day the picture opens over the page and is saved as it was uploaded', async () => {
    await page.clock.setSystemTime(Date.now() + dayMs)
    await linkExpiry.end()
    await page.getByRole('button', { name: /^plan/ }).first().click()
    await expectShown(page.getByRole('dialog').getByAltText('plan.png'))
    await page.keyboard.press('Escape')
    await linkExpiry.end()
    expect(await saved(page, 'Download plan')).toEqual(plans[1])
  })

  await test.step('an old version is shown and saved as well', async () => {
    // The message is above the bottom bar, where the row is, and it stays while the mouse is on it.
    await page.mouse.move(180, 5)
    await expect(findMessage(page, 'Download started')).toBeHidden()
    await page.getByRole('button', { name: 'More options for plan' }).click()
    await page.getByRole('menuitem', { name: 'Versions' }).click()
    await linkExpiry.end()
    await page.getByRole('button', { name: 'Show version 1' }).click()
    await expectShown(page.getByRole('dialog').getByAltText('plan.png'))
    await page.keyboard.press('Escape')
    await linkExpiry.end()
    expect(await saved(page, 'Download version 1')).toEqual(plans[0])
  })
})

/**
 * Simulates links that expire: `end` expires every link issued so far. New links carry a number, so a page that requests one but
 * then opens the old link still fails.
 */
function expireLinks(page: Page) {
  let expiredCount = 0
  const routePromise = Promise.all([
    page.route('**/rpc/documents/fileLink', async route => {
      const response = await route.fetch()
      const text = await response.text()
      const body = text.replace(/\/files\/documents\/[^"]+/g, link => `${link}&fresh=${expiredCount}`)
      await route.fulfill({ response, body })
    }),
    page.route('**/files/documents/**', async route => {
      const [url = '', fresh = '0'] = route.request().url().split('&fresh=')
      if (Number(fresh) < expiredCount) await route.fulfill({ status: 404 })
      else await route.continue({ url })
    }),
  ])
  return {
    async end() {
      await routePromise
      expiredCount += 1
    },
  }
}

const expectShown = (picture: Locator) =>
  expect
    .poll(() => picture.evaluate(it => (it as HTMLImageElement).naturalWidth).catch(() => 0))
    .toBeGreaterThan(0)

async function saved(page: Page, name: string): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name, exact: true }).click()
  return readFile(await (await download).path())
}

/** Draws a PNG of a single colour. */
async function drawPlan(page: Page, colour: string): Promise<Buffer> {
  const dataUrl = await page.evaluate(fill => {
    const canvas = document.createElement('canvas')
    canvas.width = 600
    canvas.height = 400
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    context.fillStyle = fill
    context.fillRect(0, 0, 600, 400)
    return canvas.toDataURL('image/png')
  }, colour)
  return Buffer.from(dataUrl.split(',')[1] ?? '', 'base64')
}
