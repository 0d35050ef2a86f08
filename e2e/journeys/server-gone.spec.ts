import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { isLongForm } from '../long-form.ts'
import { checkPositionAs, findZoneId } from '../people.ts'
import { openPage, places, waitForMap } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const notLivePattern = /Not live\. This data is from \d+ (s|min) ago/

/** Returns the texts of the elements that still have the green of "inside". */
const countGreen = (page: Page) =>
  page.evaluate<string[]>(`{
    const green = 'rgb(14, 122, 87)'
    const isGreen = part => [getComputedStyle(part).color, getComputedStyle(part).backgroundColor].includes(green)
    ;[...document.querySelectorAll('main *')].filter(isGreen).map(part => part.textContent || part.className)
  }`)

/** Counts the green pixels of the live map, whose colours come from no style sheet. */
async function countGreenOnMap(page: Page, context: BrowserContext): Promise<number> {
  const picture = await page.getByRole('region', { name: /^Live map of / }).screenshot()
  // Use a separate blank page, which has no content security policy that could block the picture.
  const blankPage = await context.newPage()
  const count = await blankPage.evaluate<number>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${picture.toString('base64')}'
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const pen = canvas.getContext('2d')
    pen.drawImage(image, 0, 0)
    const { data } = pen.getImageData(0, 0, image.width, image.height)
    let green = 0
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 1] > data[at] + 40 && data[at + 1] > data[at + 2] + 20) green++
    return green
  })()`)
  await blankPage.close()
  return count
}

type Walk = { page: Page; screens: Readonly<Record<string, string>> }

/**
 * Visits each person's screens one after the other, for all people in parallel. Each screen is inspected once its own heading is
 * visible.
 */
const visitScreens = (walks: readonly Walk[], look: (page: Page, path: string) => Promise<void>) =>
  Promise.all(
    walks.map(async ({ page, screens }) => {
      for (const [path, heading] of Object.entries(screens)) {
        await openPage(page, path)
        await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading)
        await look(page, path)
      }
    }),
  )

test('without the server no screen looks live, on a desktop or on a phone', async ({
  person,
  enrol,
  muster,
  watch,
}) => {
  watch.expectDisconnect()
  const { page: managerPage, context } = await person({ as: 'manager', inZone: yard })
  const { page: adminPage } = await person({ as: 'super', viewport: { width: 360, height: 780 } })
  const yardPage = `/zones/${await findZoneId(muster, yard)}`
  // Put a person inside and on the map, away from the people of other journeys, because a cluster has no green.
  const account = await enrol('Tara Gill', { [yard]: 'app_user' })
  await checkPositionAs(muster, account, yard, places.inYardApart)
  const walks: Walk[] = [
    {
      page: managerPage,
      screens: {
        '/dashboard': 'Welcome, Ravi',
        '/inside-now': 'Inside now',
        '/zone-manager': 'Zone Users',
        '/zone-app-users': 'App Users',
        '/zones': 'Zone Presence',
        '/zone-manager-zones': 'My Zones',
        [yardPage]: yard,
      },
    },
    {
      page: adminPage,
      screens: {
        // Each screen once: the manager has these as well.
        ...(isLongForm && { '/zones': 'Zone Presence', '/inside-now': 'Inside now' }),
        '/my-zones': 'Zone Presence',
        '/security': 'Security',
        '/super-admin-dashboard': 'Dashboard',
      },
    },
  ]
  await visitScreens(walks, async (page, path) => {
    // Everything must have loaded before the server goes down, because a screen without data could only report that.
    await expect(page.locator('main .mantine-Skeleton-root'), path).toHaveCount(0)
    await expect(page.getByText(notLivePattern), path).toHaveCount(0)
    if (path !== yardPage) return
    await waitForMap(page)
    await expect.poll(() => countGreenOnMap(page, context)).toBeGreaterThan(0)
  })

  await muster.kill()
  for (const { page } of walks) await expect(page.getByText(notLivePattern).first()).toBeVisible()
  // The map on the manager's last page was drawn while the feed was live, and must have turned grey since.
  await expect.poll(() => countGreenOnMap(managerPage, context)).toBe(0)
  await visitScreens(walks, async (page, path) => {
    await expect(page.getByText(notLivePattern).first(), path).toBeVisible()
    await expect.poll(() => countGreen(page), path).toEqual([])
  })
  const status = adminPage.getByRole('region', { name: 'System Status' })
  // Each of the nine lines shows the last contact.
  await expect(status.getByText(/Unknown, last contact (\d+ \w+, )?\d\d:\d\d/)).toHaveCount(9)
  await expect(status.getByText(/Online|Active|Operational/)).toHaveCount(0)

  await muster.start()
  // Simulate the network coming back, so that the app reconnects without waiting for its next attempt.
  for (const { page } of walks) await page.evaluate("window.dispatchEvent(new Event('online'))")
  await Promise.all(
    walks.map(({ page }) => expect(page.getByText(/Not live/)).toHaveCount(0, { timeout: 40_000 })),
  )
})
