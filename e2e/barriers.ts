import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import { isLongForm } from './long-form.ts'

/**
 * The variants in which each screen is checked. Each theme is tested once: light on the narrowest phone, dark on a desktop.
 * Contrast in both themes is computed from the palette (apps/web/src/app/palette.test.ts).
 */
export const variants = [
  { name: 'light, phone', colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { name: 'dark, desktop', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
] as const

type Options = {
  /** An element that must be visible in each variant, such as a menu or a part of the page. */
  shown?: Locator
  /** An open dialog. If set, only the dialog is checked; the page behind it is checked separately. */
  dialog?: Locator
  /**
   * Set for elements that only exist on phones or only on desktops, and to `both` for whole screens. By default, what is opened on a
   * screen is checked on a phone, where it has the least room, and in the long form on a desktop as well.
   */
  only?: 'phone' | 'desktop' | 'both'
}

/**
 * Checks the current page in the variants that `only` names: axe must find no violation, nothing may be wider than the screen, and on phones no
 * control may be too small for a finger.
 */
export async function expectNoBarrier(page: Page, screen: string, options: Options = {}): Promise<void> {
  const { dialog, shown = dialog, only = isLongForm ? 'both' : 'phone' } = options
  const checkedVariants = variants.filter(({ name }) => only === 'both' || name.endsWith(only))
  const initialViewport = page.viewportSize() ?? variants[1].viewport
  for (const { name, colorScheme, viewport } of checkedVariants) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // Wait for the expected element first: if it arrives later, it shifts the layout.
    if (shown) await expect(shown).toBeVisible()
    await page.evaluate(settledScript)
    const violations = await runAxe(page, dialog ? '[role="dialog"]' : undefined)
    const barriers = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, target }) => `${id}: ${help}, at ${target.join(' ')}: ${html.slice(0, 200)}`),
    )
    expect.soft(barriers, `${screen}, ${name}`).toEqual([])
    if (name.endsWith('phone')) await expectFingerSized(page, `${screen}, ${name}`)
    const overflowPx = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    expect.soft(overflowPx, `${screen}, ${name}: how far it scrolls sideways`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(initialViewport)
}

/** Checks that no control of the current page is too small for a finger. */
export async function expectFingerSized(page: Page, screen: string): Promise<void> {
  expect.soft(await findSmallTargets(page), `${screen}: too small for a finger`).toEqual([])
}

/**
 * Waits for colour transitions, because the colours in between belong to neither theme. Ignores endless animations such as
 * spinners. Waits two frames first, because new elements start their animation a frame later.
 */
const settledScript = `(async () => {
  for (let n = 0; n < 2; n++) await new Promise(done => requestAnimationFrame(done))
  await Promise.all(document.getAnimations()
    .filter(it => it.effect.getComputedTiming().endTime < Infinity)
    .map(it => it.finished.catch(() => undefined)))
})()`

/** A violation, with the elements that have it. */
type Violation = { id: string; help: string; nodes: { html: string; target: unknown[] }[] }

/** The source of axe as a script for the page. It is compact, because each loaded page parses it once. */
const axeScript = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Runs axe in the page and returns the violations, without the long lists of passed rules. */
async function runAxe(page: Page, selector: string | undefined): Promise<Violation[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axeScript)
  // Every URL of the app contains a hash, which that rule mistakes for a skip link.
  return page.evaluate<Violation[]>(`
    axe.run(${selector ? `{ include: [${JSON.stringify(selector)}] }` : 'document'},
      { resultTypes: ['violations'], rules: { 'skip-link': { enabled: false } } })
    .then(({ violations }) => violations.map(({ id, help, nodes }) =>
      ({ id, help, nodes: nodes.map(({ html, target }) => ({ html, target })) })))`)
}

/**
 * Lists the controls on this screen that are less than 44 px high or wide, by name and size. Skips links within text, controls
 * that extend their hit area (the zone in the header), and elements that are only visible on focus.
 */
const findSmallTargets = (page: Page) =>
  page.evaluate<string[]>(`{
    const least = 43.5
    const parts = [...document.querySelectorAll('button, a[href], input, select, textarea')]
    const row = '.mantine-Input-wrapper, label, .mantine-Radio-body, .mantine-Checkbox-body, .mantine-Switch-body'
    const boxOf = part => (part.closest(row) ?? part).getBoundingClientRect()
    parts
      .filter(part => part.checkVisibility({ visibilityProperty: true }) && !part.closest('[aria-hidden="true"], [data-small-target]'))
      .filter(part => getComputedStyle(part).display !== 'inline')
      .map(part => ({ part, box: boxOf(part) }))
      .filter(({ box }) => box.width > 1 && box.bottom > 0 && (box.width < least || box.height < least))
      .map(({ part, box }) => (part.getAttribute('aria-label') || part.textContent || part.type || '').slice(0, 40)
        + ' ' + Math.round(box.width) + ' x ' + Math.round(box.height))
  }`)
