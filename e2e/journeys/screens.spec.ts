import type { Locator, Page } from '@playwright/test'
import { expectFingerSized, expectNoBarrier } from '../barriers.ts'
import { type DemoKey, expect, test } from '../fixtures.ts'
import { isLongForm } from '../long-form.ts'
import type { Muster } from '../muster.ts'
import { findZoneId, password, pin, toEmail } from '../people.ts'
import { findMenuItems, findSideMenu, openPage, places } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const phoneViewport = { width: 360, height: 740 }

type Language = 'en-XA' | 'ar'
type Sweep = {
  readonly as: DemoKey
  readonly language: Language
  /** The screens that axe checks here. */
  readonly screens: readonly string[]
  /** The screens that axe checks elsewhere, with something opened: accessibility, admission, security, settings. */
  readonly openedElsewhere: readonly string[]
}

/**
 * Each screen once, with the role that works with it most: those of the super admin on a desktop in dark, all others on a phone in
 * light.
 */
const shortSweeps: Sweep[] = [
  {
    as: 'member',
    language: 'en-XA',
    screens: ['/dashboard', '/alerts', '/hazards', '/broadcasts'],
    openedElsewhere: [
      '/my-groups',
      '/documents',
      '/my-zones',
      '/settings',
      '/settings/position',
      '/settings/sign-in',
      '/settings/notifications',
      '/settings/devices',
    ],
  },
  {
    as: 'manager',
    language: 'en-XA',
    screens: [
      '/dashboard',
      '/zone-manager',
      '/reports',
      '/zone-manager-zones',
      '/emergencies',
      '/emergencies/plan',
      '/visitors',
      '/badges',
    ],
    openedElsewhere: ['/zone-app-users', '/inside-now', '/hazards?map=1', '/broadcasts', '/groups'],
  },
  // One role sees its screens mirrored; the others do in the long form.
  {
    as: 'manager',
    language: 'ar',
    screens: [],
    openedElsewhere: [
      '/zone-manager',
      '/zone-app-users',
      '/inside-now',
      '/hazards?map=1',
      '/groups',
      '/reports',
    ],
  },
  {
    as: 'super',
    language: 'en-XA',
    screens: ['/super-admin-dashboard', '/zones', '/users', '/inside-now', '/map-settings', '/system-status'],
    openedElsewhere: ['/imports', '/organisations', '/security', '/webhooks', '/super-admin/backups'],
  },
]

const settingsScreens = ['', '/position', '/sign-in', '/notifications', '/devices'].map(
  it => `/settings${it}`,
)
const administrationScreens = [
  '/organisations',
  '/system-status',
  '/webhooks',
  '/map-settings',
  '/super-admin/backups',
]
const zoneByPerson: Partial<Record<DemoKey, string>> = {
  manager: yard,
  viewer: yard,
  operations: yard,
  supervisor: yard,
  worker: yard,
  member: yard,
}
/** Every role, each in both directions of text; `null` stands for the whole menu and the settings. */
const longSweeps = (['super', 'admin', 'client', ...Object.keys(zoneByPerson)] as DemoKey[]).flatMap(as =>
  (['en-XA', 'ar'] as const).map(language => ({ as, language, screens: null, openedElsewhere: [] })),
)

/** Names, addresses and plus codes that are the same in every language. */
const namePattern =
  /Muster|OwnTracks|Traccar|OsmAnd|Overland|OpenFreeMap|Photon|Nominatim|Google Maps|GeoJSON|English|PostgreSQL|MUS-|\d{1,2} [A-Z][a-z]{2}|Asha|Yamuna Works Yard|India Gate Rally Point|^UTC$|^\S+@\S+$|^[23456789CFGHJMPQRVWX]{8}\+[23456789CFGHJMPQRVWX]{2,3}$/

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

/** Opens a person's details on a desktop: they lie beside the list and the menu. */
async function expectDetailsBesideList(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openScreen(page, '/zone-app-users')
  const row = page.locator('main [data-opens-details]').first()
  await row.click()
  const details = page.locator('[data-details]')
  await expect(details).toBeVisible()
  const readSides = (it: Locator) =>
    it.evaluate(element => {
      const { left, right } = element.getBoundingClientRect()
      return { left, right }
    })
  const panel = await readSides(details)
  for (const beside of [row, page.getByRole('navigation').first()]) {
    const { left, right } = await readSides(beside)
    expect(Math.min(right, panel.right) - Math.max(left, panel.left)).toBeLessThanOrEqual(0)
  }
  await page.keyboard.press('Escape')
  await page.setViewportSize(phoneViewport)
}

const readOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Opens a screen and waits until it has replaced the previous one, which stays until then, and has loaded what it shows. */
async function openScreen(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    for (const heading of document.querySelectorAll('h1, h2')) heading.setAttribute('data-previous', '')
  })
  await openPage(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The pages of the settings share their first heading. Of others it says that the page is there: one that is live may get an h2 late.
  const heading = path.startsWith('/settings') ? ':is(h1, h2)' : 'h1'
  await expect(page.locator(`main ${heading}:not([data-previous])`).first()).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
}

/** Lists the screens of the menu, of Administration and of the settings. */
async function listScreens(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(findMenuItems(page).first()).toBeVisible()
  for (const more of await findSideMenu(page).locator('button[aria-expanded="false"]').all())
    await more.click()
  const links = await findMenuItems(page).evaluateAll(items =>
    items.map(it => (it as HTMLAnchorElement).hash.slice(1)),
  )
  await page.setViewportSize(phoneViewport)
  return [...links, ...(links.includes('/security') ? administrationScreens : []), ...settingsScreens]
}

/** Checks the open screen: it is not wider than the phone, has no text without a translation, and no barrier. */
async function checkScreen(page: Page, name: string, language: Language): Promise<void> {
  if (language === 'en-XA') await expectTranslatedTexts(page, name)
  await expectNoBarrier(page, `${name}, ${language}`)
}

async function expectTranslatedTexts(page: Page, name: string): Promise<void> {
  const plainTexts = (await readPlainTexts(page)).filter(text => !namePattern.test(text))
  expect.soft(plainTexts, `${name} has texts that are in no catalogue: ${plainTexts.join(' | ')}`).toEqual([])
}

/** Shows the page in a language from its next load on. */
const setLanguage = (page: Page, language: Language) =>
  page.addInitScript(code => localStorage.setItem('muster.device-language', code), language)

/**
 * Opens a drill with somebody on its list, makes the manager a captain, and prepares what people without an account open. `end` gives the
 * all clear and restores the captains.
 */
async function prepareDrill(muster: Muster) {
  const { token } = await muster.signIn({ email: toEmail('manager'), password })
  const zoneId = await findZoneId(muster, yard)
  const call = async <Answer>(method: string, path: string, body?: unknown, as: string | null = token) =>
    (await muster.call(method, path, { ...(as !== null && { token: as }), body })) as Answer
  const post = <Answer>(path: string, body: object = {}) => call<Answer>('POST', path, body)
  await post(`/zones/${zoneId}/enter`, { pin })
  const { profile } = await call<{ profile: { id: string } }>('GET', '/auth/me')
  const setCaptains = (userIds: string[], expectedIds: string[]) =>
    call('PUT', `/zones/${zoneId}/captains`, { userIds, expectedIds })
  const { captains } = await call<{ captains: { userId: string }[] }>('GET', `/zones/${zoneId}/captains`)
  const before = captains.map(it => it.userId)
  const during = [...new Set([...before, profile.id])]
  await setCaptains(during, before)
  const poster = await post<{ token: string }>(`/zones/${zoneId}/visitor-poster`)
  const visit = await call<{ visitToken: string }>(
    'POST',
    '/visiting/visits',
    {
      ...{ door: 'poster', token: poster.token, name: 'Asha Visitor', company: '', phone: '' },
      ...{ hostId: null, noticeVersion: 0, requestId: crypto.randomUUID() },
    },
    null,
  )
  const kiosk = await post<{ code: string }>(`/zones/${zoneId}/kiosks`, { name: 'Asha' })
  const { emergencyId } = await post<{ emergencyId: string }>('/emergencies', {
    ...{ zoneId, kind: 'evacuate', drill: true, expected: false, requestId: crypto.randomUUID() },
  })
  const link = await post<{ link: string; code: string }>(`/emergencies/${emergencyId}/links`, { hours: 1 })
  return {
    board: `/emergencies/${emergencyId}`,
    poster: `/visit/${poster.token}`,
    visit: `/visiting/${visit.visitToken}`,
    kioskCode: kiosk.code,
    responders: new URL(link.link).hash.slice(1),
    respondersCode: link.code,
    end: async () => {
      await post(`/emergencies/${emergencyId}/all-clear`)
      await setCaptains(before, during)
    },
  }
}

/** Checks the screens of an emergency and those without an account. */
async function checkEmergency(
  muster: Muster,
  { page, publicPage, language }: { page: Page; publicPage: Page; language: Language },
): Promise<void> {
  const drill = await prepareDrill(muster)
  try {
    for (const path of ['/captain', drill.board]) {
      await openScreen(page, path)
      await checkScreen(page, path, language)
    }
    // An open board would render each second until the end.
    await openScreen(page, '/emergencies')
    for (const path of [drill.poster, drill.visit, drill.responders, '/kiosk']) {
      await openScreen(publicPage, path)
      await checkScreen(publicPage, path.replace(/[^/]{20,}$/, ''), language)
      if (path === drill.responders) {
        await publicPage.locator('main input').first().click()
        await publicPage.keyboard.type(drill.respondersCode)
        await expect(publicPage.getByRole('searchbox')).toBeVisible()
        await checkScreen(publicPage, 'the list for responders', language)
      }
    }
    await publicPage.locator('main input').first().fill(drill.kioskCode)
    await publicPage.keyboard.press('Enter')
    await expect(publicPage.getByRole('region', { name: /./ }).first()).toBeVisible()
    await checkScreen(publicPage, 'the kiosk during an emergency', language)
  } finally {
    await drill.end()
  }
  const kioskActs = publicPage.locator('main button')
  // The kiosk asks for its place from time to time.
  await expect(kioskActs).toHaveCount(2, { timeout: 30_000 })
  await checkScreen(publicPage, 'the kiosk', language)
  await kioskActs.first().click()
  await expect(publicPage.locator('main form')).toBeVisible()
  await checkScreen(publicPage, 'the form of the kiosk', language)
  // The board has become the report, at the same address.
  await openScreen(page, drill.board)
  await checkScreen(page, 'the report', language)
}

const sweeps: (Omit<Sweep, 'screens'> & { screens: Sweep['screens'] | null })[] = isLongForm
  ? longSweeps
  : shortSweeps
for (const as of new Set(sweeps.map(it => it.as)))
  test(`the screens of ${as} are translated, fit a phone and are accessible`, async ({ muster, person }) => {
    const inZone = zoneByPerson[as]
    const device = as === 'super' ? 'desktop' : 'phone'
    const { page } = await person({
      as,
      at: places.inYard,
      viewport: phoneViewport,
      ...(inZone && { inZone }),
    })
    for (const { language, screens, openedElsewhere } of sweeps.filter(it => it.as === as))
      await test.step(`in ${language}`, async () => {
        const isLoaded = page.url() !== 'about:blank'
        await setLanguage(page, language)
        await openPage(page, '/settings')
        if (isLoaded) await page.reload()
        await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
        const screensForAxe = screens ?? (await listScreens(page))
        for (const path of [...screensForAxe, ...openedElsewhere]) {
          await openScreen(page, path)
          // The server writes reports in the account's language.
          if (language === 'en-XA' && path !== '/reports') await expectTranslatedTexts(page, path)
          expect.soft(await readOverflow(page), `${path} is wider than the phone`).toBeLessThanOrEqual(0)
          if (!screensForAxe.includes(path)) continue
          if (device === 'desktop') await expectFingerSized(page, path)
          await expectNoBarrier(page, `${path}, ${language}`, { only: isLongForm ? 'both' : device })
        }
        if (as === 'manager' && language === 'ar') await expectDetailsBesideList(page)
        if (as !== 'manager' || !(isLongForm || language === 'en-XA')) return
        const { page: publicPage } = await person({ viewport: phoneViewport })
        await setLanguage(publicPage, language)
        await checkEmergency(muster, { page, publicPage, language })
      })
  })
