import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { zoneIdOf } from '../people.ts'
import { enterZone, open } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const notLive = /Not live\. This is from \d+ (s|min) ago/

/** What still has the green of "inside", by its words. */
const greenOf = (page: Page) =>
  page.evaluate<string[]>(`{
    const green = 'rgb(14, 122, 87)'
    const isGreen = part => [getComputedStyle(part).color, getComputedStyle(part).backgroundColor].includes(green)
    ;[...document.querySelectorAll('main *')].filter(isGreen).map(part => part.textContent || part.className)
  }`)

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
  const screens: [Page, string[]][] = [
    [
      manager,
      [
        ...['/dashboard', '/inside-now', '/zone-manager', '/zone-app-users', '/zones', '/zone-manager-zones'],
        `/zones/${await zoneIdOf(muster, yard)}`,
      ],
    ],
    [admin, ['/zones', '/my-zones', '/super-admin-dashboard']],
  ]
  const visit = async (look: (page: Page, path: string) => Promise<void>) => {
    for (const [page, paths] of screens) {
      for (const path of paths) {
        await open(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await look(page, path)
      }
    }
  }
  await visit(async page => {
    await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0)
    await expect(page.getByText(notLive)).toHaveCount(0)
  })

  await muster.kill()
  await expect(manager.getByText(notLive).first()).toBeVisible()
  await visit(async (page, path) => {
    await expect(page.getByRole('main').getByText(notLive).first(), path).toBeVisible()
    await expect.poll(() => greenOf(page), path).toEqual([])
  })
  const status = admin.getByRole('region', { name: 'System Status' })
  await expect(status.getByText(/Not known, last seen \d\d:\d\d/)).toHaveCount(3)
  await expect(status.getByText(/Online|Active|Operational/)).toHaveCount(0)

  await muster.start()
  for (const [page] of screens) await expect(page.getByText(/Not live/)).toHaveCount(0, { timeout: 15_000 })
})
