import type { Page } from '@playwright/test'
import { type DemoKey, expect, test } from '../fixtures.ts'
import { openPage, places } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const phoneViewport = { width: 360, height: 740 }

const screens: Record<'member' | 'manager' | 'super', readonly string[]> = {
  member: [
    '/dashboard',
    '/alerts',
    '/hazards',
    '/broadcasts',
    '/my-groups',
    '/documents',
    '/my-zones',
    '/settings',
    '/settings/position',
    '/settings/sign-in',
    '/settings/notifications',
    '/settings/devices',
  ],
  manager: [
    '/zone-manager',
    '/zone-app-users',
    '/zone-users',
    '/inside-now',
    '/hazards?map=1',
    '/broadcasts',
    '/groups',
    '/reports',
    '/zone-manager-zones',
  ],
  super: ['/super-admin-dashboard', '/zones', '/users', '/organisations', '/security', '/map-settings'],
}

/** Names and addresses that are the same in every language. */
const namePattern =
  /Muster|OwnTracks|Traccar|OsmAnd|Overland|OpenFreeMap|Photon|Nominatim|Google Maps|GeoJSON|English|PostgreSQL|MUS-|\d{1,2} [A-Z][a-z]{2}|Asha|Night shift|Yamuna Works Yard|India Gate Rally Point|^\S+@\S+$/

/**
 * Returns the visible texts with at least three Latin letters in a row, but no bracket or accented letter of the pseudo-language.
 * Skips times, code, options, text that people wrote, and toasts of new alerts, which are in the account's language.
 */
const readPlainTexts = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const text = node.nodeValue?.trim() ?? ''
      const ignoredSelector =
        '[dir="auto"], [lang]:not(html), bdi, code, option, time, [data-sonner-toast], script, style, svg, noscript'
      if (!parent?.checkVisibility() || parent.closest(ignoredSelector)) continue
      if (/[A-Za-z]{3}/.test(text) && !/[[\]\u00c0-\u024f]/.test(text)) texts.push(text)
    }
    return texts
  })

const readOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

for (const [as, paths] of Object.entries(screens) as [DemoKey & keyof typeof screens, readonly string[]][])
  for (const language of as === 'manager' ? ['en-XA', 'ar'] : ['en-XA'])
    test(`the screens of ${as} are in ${language} and fit a phone`, async ({ person }) => {
      const { page } = await person({
        as,
        at: places.inYard,
        viewport: phoneViewport,
        ...(as !== 'super' && { inZone: yard }),
      })
      await page.addInitScript(code => localStorage.setItem('muster.device-language', code), language)
      await openPage(page, '/settings')
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      for (const path of paths) {
        await openPage(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        expect.soft(await readOverflow(page), `${path} is wider than the phone`).toBeLessThanOrEqual(0)
        if (language !== 'en-XA') continue
        const untranslatedTexts = (await readPlainTexts(page)).filter(text => !namePattern.test(text))
        expect
          .soft(
            untranslatedTexts,
            `${path} has texts that are in no catalogue: ${untranslatedTexts.join(' | ')}`,
          )
          .toEqual([])
      }
    })
