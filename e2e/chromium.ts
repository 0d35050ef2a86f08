import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

export type Browser = { readonly executablePath: string; readonly args: string[] }

/** The browser of the tests: the one `CHROMIUM_PATH` names, one of this machine, else the one that npm brought. */
export async function findChromium(): Promise<Browser> {
  const found = [process.env.CHROMIUM_PATH, ...installed].find(path => path && existsSync(path))
  if (found) return { executablePath: found, args: ['--disable-dev-shm-usage'] }
  // Its own list holds what a server without a desktop needs; what weakens the page's security is left out.
  const args = sparticuz.args.filter(arg => !/web-security|site-isolation|insecure-content/.test(arg))
  return { executablePath: await sparticuz.executablePath(), args }
}
