import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { zoneIdOf } from '../people.ts'
import { enterZone, mapDrawn, open } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const notLive = /Not live\. This is from \d+ (s|min) ago/

/** What still has the green of "inside", by its words. */
const greenOf = (page: Page) =>
  page.evaluate<string[]>(`{
    const green = 'rgb(14, 122, 87)'
    const isGreen = part => [getComputedStyle(part).color, getComputedStyle(part).backgroundColor].includes(green)
    ;[...document.querySelectorAll('main *')].filter(isGreen).map(part => part.textContent || part.className)
  }`)

type Walk = { page: Page; screens: Readonly<Record<string, string>> }

/** Everybody goes through their screens, at the same time; what is looked at shows already, by its own heading. */
const visit = (walks: readonly Walk[], look: (page: Page, path: string) => Promise<void>) =>
  Promise.all(
    walks.map(async ({ page, screens }) => {
      for (const [path, heading] of Object.entries(screens)) {
        await open(page, path)
        await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading)
        await look(page, path)
      }
    }),
  )

test('with the server gone no screen looks live, on a desktop or on a phone', async ({
  person,
  muster,
  watch,
}) => {
  watch.expectDisconnect()
  const { page: manager } = await person({ as: 'manager' })
  const { page: admin } = await person({ as: 'super', viewport: { width: 360, height: 780 } })
  await open(manager, '/zone-selection')
  await enterZone(manager, yard)
  const yardPage = `/zones/${await zoneIdOf(muster, yard)}`
  const walks: Walk[] = [
    {
      page: manager,
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
      page: admin,
      screens: {
        '/zones': 'Zone Presence',
        '/my-zones': 'Zone Presence',
        '/security': 'Security',
        '/super-admin-dashboard': 'Dashboard',
      },
    },
  ]
  await visit(walks, async (page, path) => {
    // All of it was read: what was not read before the end could only say that.
    await expect(page.locator('main .mantine-Skeleton-root'), path).toHaveCount(0)
    await expect(page.getByText(notLive), path).toHaveCount(0)
    if (path === yardPage) await mapDrawn(page)
  })

  await muster.kill()
  for (const { page } of walks) await expect(page.getByText(notLive).first()).toBeVisible()
  await visit(walks, async (page, path) => {
    await expect(page.getByRole('main').getByText(notLive).first(), path).toBeVisible()
    await expect.poll(() => greenOf(page), path).toEqual([])
  })
  const status = admin.getByRole('region', { name: 'System Status' })
  // Each line, and all of them together.
  await expect(status.getByText(/Not known, last seen (\d+ \w+, )?\d\d:\d\d/)).toHaveCount(7)
  await expect(status.getByText(/Online|Active|Operational/)).toHaveCount(0)

  await muster.start()
  // As a device does whose network is back: it need not wait for its next try.
  for (const { page } of walks) await page.evaluate("window.dispatchEvent(new Event('online'))")
  await Promise.all(
    walks.map(({ page }) => expect(page.getByText(/Not live/)).toHaveCount(0, { timeout: 40_000 })),
  )
})
