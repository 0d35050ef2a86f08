import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Each theme once: light on the narrowest phone, dark on a desktop. That the colours of both can be read everywhere is
 * computed from the palette (apps/web/src/app/palette.test.ts).
 */
export const looks = [
  { name: 'light, phone', colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { name: 'dark, desktop', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
] as const

type Options = {
  /** What must be on the screen in each look: a menu, a part of the page. */
  shown?: Locator
  /** An open dialog: only what is in dialogs is looked at, the page behind it has its own turn. */
  dialog?: Locator
  /** For what exists only on phones, or only on desktops. */
  only?: 'phone' | 'desktop'
}

/** Looks at what the page shows now in all looks: nothing for axe to find, and nothing wider than the screen. */
export async function expectNoBarrier(page: Page, screen: string, options: Options = {}): Promise<void> {
  const { dialog, shown = dialog, only = '' } = options
  for (const { name, colorScheme, viewport } of looks.filter(look => look.name.endsWith(only))) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // First what is looked for, which may still be on its way: what is not there yet moves later.
    if (shown) await expect(shown).toBeVisible()
    await page.evaluate(settled)
    const axe = new AxeBuilder({ page, ...((await isTaughtAxe(page)) ? { axeSource: ';' } : {}) })
      // In the page itself: there are no frames of others, for which it else opens a second page each time.
      .setLegacyMode()
      // Nobody reads the long lists of what is right.
      .options({ resultTypes: ['violations'] })
    if (dialog) axe.include('[role="dialog"]')
    // Every address of the app begins with a hash, which that rule takes for a way to skip.
    axe.disableRules('skip-link')
    const { violations } = await axe.analyze()
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, target }) => `${id}: ${help}, at ${target.join(' ')}: ${html.slice(0, 200)}`),
    )
    expect.soft(found, `${screen}, ${name}`).toEqual([])
    if (name.endsWith('phone'))
      expect.soft(await smallTargets(page), `${screen}, ${name}: too small for a finger`).toEqual([])
    const wider = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    expect.soft(wider, `${screen}, ${name}: how far it scrolls sideways`).toBeLessThanOrEqual(0)
  }
}

/**
 * Colours that change into each other are those of no theme. What never ends, such as a spinner, is not waited for; what appears
 * begins to move a frame later.
 */
const settled = `(async () => {
  for (let n = 0; n < 2; n++) await new Promise(done => requestAnimationFrame(done))
  await Promise.all(document.getAnimations()
    .filter(it => it.effect.getComputedTiming().endTime < Infinity)
    .map(it => it.finished.catch(() => undefined)))
})()`

/** Whether the page has read what axe is, which takes as long as looking does: once is enough, and then nothing. */
const isTaughtAxe = (page: Page): Promise<boolean> => page.evaluate<boolean>(`'axe' in window`)

/**
 * What one presses on this screen that is lower or narrower than 44 px, by its name and size. Links within a text are as high as
 * its lines; what opens a larger area over itself (the zone in the header) and what shows with the focus alone is left out.
 */
const smallTargets = (page: Page) =>
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
