import { chromium } from '@playwright/test'
import { findChromium } from '../e2e/chromium.ts'
import { serveMuster } from '../e2e/muster.ts'
import { findZoneId, password, pin, toEmail } from '../e2e/people.ts'
import { ensureWebBuilt } from '../scripts/lib/build-web.mjs'
import { type LoadFigures, measureLoad, slowPhone } from './web/measure-load.ts'
import { measureRestart } from './web/measure-restart.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const zone = 'Yamuna Works Yard'

/** Returns the median of each figure, so that a single round on a busy machine has no influence. */
function median(rounds: readonly LoadFigures[]): LoadFigures {
  const medianOf = (name: keyof LoadFigures) => {
    const sortedValues = rounds.map(round => round[name]).sort((a, b) => a - b)
    return sortedValues[Math.floor(sortedValues.length / 2)] ?? Number.NaN
  }
  const names = Object.keys(rounds[0] ?? {}) as (keyof LoadFigures)[]
  return Object.fromEntries(names.map(name => [name, medianOf(name)])) as LoadFigures
}

/**
 * Measures how long a person with a slow phone and an empty cache waits for the first content and until they can act: on the
 * sign-in page, and on the page where a member checks their position. The latter is repeated without network and server, from the
 * phone's cache, with and without a slowed-down CPU. Returns the median of the rounds for each figure.
 */
export async function benchWeb(): Promise<object> {
  await ensureWebBuilt()
  const muster = await serveMuster({ DEMO_WORKERS: '0' })
  const browser = await chromium.launch({
    ...(await findChromium()),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const session = await muster.signIn({ email: toEmail('member'), password })
    await muster.call('POST', `/zones/${await findZoneId(muster, zone)}/enter`, {
      token: session.token,
      body: { pin },
    })
    const { user } = (await muster.call('GET', '/auth/me', { token: session.token })) as {
      user: { id: string }
    }
    const storage = {
      'muster.session': JSON.stringify(session),
      [`muster.zone.${user.id}`]: await findZoneId(muster, zone),
    }
    const pages = [
      { page: 'sign-in', path: '/login', act: 'Sign In', kept: {} },
      { page: 'sign-in, 50 kB/s', path: '/login', act: 'Sign In', kept: {}, kilobytesPerSecond: 50 },
      { page: 'check-position', path: '/my-zones', act: 'Check Position', kept: storage },
    ]
    const figures = []
    for (const { page, ...load } of pages) {
      const rounds = []
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push(await measureLoad(browser, { origin: muster.origin, ...load }))
        console.error(page, JSON.stringify(rounds.at(-1)))
      }
      figures.push({ page, ...median(rounds) })
    }
    const restart = { cutOff: () => muster.kill(), reconnect: () => muster.start() }
    for (const slowerCpu of [1, slowPhone.slowerCpu]) {
      const pageLabel = `check-position, second start offline, processor ${slowerCpu} times slower`
      const rounds = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const load = { origin: muster.origin, path: '/my-zones', act: 'Check Position', kept: storage }
        rounds.push(await measureRestart(browser, { ...load, ...restart, slowerCpu }))
        console.error(pageLabel, JSON.stringify(rounds.at(-1)))
      }
      figures.push({ page: pageLabel, ...median(rounds) })
    }
    return { bench: 'web', ...slowPhone, rounds: ROUNDS, pages: figures }
  } finally {
    await browser.close()
    await muster.stop()
  }
}
