import type { Browser } from '@playwright/test'
import { createPhoneContext, type Load, type LoadFigures, readFigures } from './measure-load.ts'

type Restart = Load & {
  /** Makes the server unreachable; `reconnect` makes it reachable again. */
  cutOff: () => Promise<void>
  reconnect: () => Promise<void>
  slowerCpu: number
}

/**
 * Opens a page once online, then again with neither network nor server on the same phone, so that the app starts from its cache.
 */
export async function measureRestart(
  browser: Browser,
  { cutOff, reconnect, slowerCpu, ...load }: Restart,
): Promise<LoadFigures> {
  const context = await createPhoneContext(browser, load)
  try {
    const firstPage = await context.newPage()
    await firstPage.goto(`${load.origin}/#${load.path}`)
    await firstPage.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await firstPage.getByRole('button', { name: load.act }).first().waitFor()
    // Responses are stored a moment after they are shown.
    await firstPage.waitForTimeout(5_000)
    await firstPage.close()
    await cutOff()
    await context.setOffline(true)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerCpu })
    return await readFigures(page, load)
  } finally {
    await context.close()
    await reconnect()
  }
}
