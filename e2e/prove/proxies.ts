import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveMuster } from '../muster.ts'
import { findProgramObstacle } from './programs.ts'
import { checkProxy } from './proxies/check-proxy.ts'
import { host, proxies, startProxy } from './proxies/start-proxy.ts'

/** Returns the reason why neither proxy can be tried. */
export function findProxyObstacle(): string | undefined {
  const obstacles = proxies.map(it => findProgramObstacle(it.program, `Debian: apt-get install ${it.name}`))
  if (obstacles.every(it => it !== undefined)) return obstacles.join(' ')
  return findProgramObstacle('openssl', 'it makes the certificate; Debian: apt-get install openssl')
}

/**
 * Starts Muster behind nginx and behind Caddy with the files of deploy/, of which only ports and certificates are replaced. Returns
 * true if all checks pass behind both; a proxy that is not installed is skipped with a sentence.
 */
export async function proveProxies(): Promise<boolean> {
  const present = proxies.filter(it => {
    const obstacle = findProgramObstacle(it.program, `Debian: apt-get install ${it.name}`)
    if (obstacle) console.log(`skipped: ${obstacle}`)
    return !obstacle
  })
  const muster = await serveMuster({
    PUBLIC_URL: `https://${host}`,
    TRUST_PROXY: '1',
    REQUEST_LOG: '1',
    LOG_LEVEL: 'info',
    DEMO_WORKERS: '0',
  })
  const place = await mkdtemp(join(tmpdir(), 'muster-proxies-'))
  let hasPassed = true
  try {
    for (const proxy of present) {
      const running = await startProxy(proxy, { place, origin: muster.origin })
      try {
        const problems = await checkProxy(muster, running)
        console.log(JSON.stringify({ proxy: running.version, problems }))
        hasPassed &&= problems.length === 0
      } finally {
        await running.stop()
      }
    }
  } finally {
    await muster.stop()
    await rm(place, { recursive: true, force: true })
  }
  return hasPassed
}
