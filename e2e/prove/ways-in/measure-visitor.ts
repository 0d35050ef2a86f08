import { setTimeout as sleep } from 'node:timers/promises'
import { toHostName as toShownName, type VisitDoor } from '@muster/domain/visitor.ts'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../chromium.ts'
import { toHostName } from './people.ts'
import { GUEST_PHONE, type Site } from './site.ts'

/** Milliseconds between two keys, and until somebody has found the next field or button. */
const KEY_MS = 200
const FIND_MS = 700
/** Letters of the host's name that a visitor types before choosing from the list. */
const HOST_LETTERS = 6

/**
 * Measures in a browser how many seconds a visitor without an account needs to sign in, at human speed: at a kiosk from the first tap,
 * and on an own phone from opening the poster's address.
 */
export async function measureVisitor(origin: string, { call, captain, zoneId, posterToken }: Site) {
  const browser = await chromium.launch({
    ...(await findChromium()),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const open = (width: number, height: number) =>
      browser.newContext({ viewport: { width, height }, hasTouch: true }).then(it => it.newPage())
    const tablet = await open(1024, 768)
    const { code } = (await call(captain, 'visitors.openKiosk', { zoneId, name: 'Gate' })) as { code: string }
    await tablet.goto(`${origin}/#/kiosk`)
    await tablet.getByRole('textbox', { name: 'Code' }).fill(code)
    await tablet.getByRole('button', { name: 'Start' }).tap()
    await tablet.getByRole('heading', { name: 'Welcome' }).waitFor()
    const kioskSeconds = await time(async () => {
      await tap(tablet, 'Sign in')
      await fillForm(tablet, 'kiosk', 'Vera Visitor')
      await tablet.getByRole('heading', { name: 'You are signed in' }).waitFor()
    })
    const phone = await open(360, 740)
    const posterSeconds = await time(async () => {
      await phone.goto(`${origin}/#/visit/${posterToken}`)
      await fillForm(phone, 'poster', 'Paul Poster')
      await phone.getByRole('button', { name: 'Sign out' }).waitFor()
    })
    return { kioskSeconds, posterSeconds }
  } finally {
    await browser.close()
  }
}

async function time(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return Math.round((performance.now() - startedAt) / 100) / 10
}

/** Fills in all fields, chooses the host, accepts the notice and signs in. */
async function fillForm(page: Page, door: VisitDoor, name: string): Promise<void> {
  const type = async (label: string, text: string) => {
    await sleep(FIND_MS)
    const field = page.getByRole('textbox', { name: label })
    await field.tap()
    await field.pressSequentially(text, { delay: KEY_MS })
  }
  const host = toHostName(1)
  await type('Your name', name)
  await type('Company', 'Lift Ltd')
  await type('Phone', GUEST_PHONE)
  await type('Who are you visiting?', host.slice(0, HOST_LETTERS))
  await tap(page, toShownName(host, door))
  await sleep(FIND_MS)
  await page.getByRole('checkbox').tap()
  await tap(page, 'Sign in')
}

async function tap(page: Page, name: string): Promise<void> {
  await sleep(FIND_MS)
  await page.getByRole('button', { name, exact: true }).tap()
}
