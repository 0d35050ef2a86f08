import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sparticuz, { inflate } from '@sparticuz/chromium'

const installedPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

export type Browser = { readonly executablePath: string; readonly env?: Record<string, string> }

/**
 * Returns the browser for the tests: the one named by `CHROMIUM_PATH`, else one installed on this machine, else the one from npm.
 */
export async function findChromium(): Promise<Browser> {
  const executable = [process.env.CHROMIUM_PATH, ...installedPaths].find(path => path && existsSync(path))
  return executable ? { executablePath: executable } : unpackChromium()
}

async function unpackChromium(): Promise<Browser> {
  const executablePath = await sparticuz.executablePath()
  const canStart = spawnSync(executablePath, ['--version']).status === 0
  if (canStart) return { executablePath }
  // The package also provides the desktop libraries, for machines without them.
  const archive = fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium')))
  await inflate(archive)
  const libraryPath = [join(tmpdir(), 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return { executablePath, env: { ...(process.env as Record<string, string>), LD_LIBRARY_PATH: libraryPath } }
}
