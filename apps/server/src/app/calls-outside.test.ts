import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createProvider } from '../features/auth/single-sign-on/provider.ts'
import { sendAnchor } from '../features/security/guard-log.ts'
import { createGeocoder } from '../features/zones/geocoder.ts'
import { fetchOutside } from '../lib/fetch-outside.ts'
import { fetchPublicJson } from '../lib/fetch-public-json.ts'
import { createMailer } from '../lib/mail.ts'
import { postOutside } from '../lib/post-outside.ts'
import type { FoundAddress } from '../lib/public-address.ts'
import {
  badBehaviours,
  findRefusingPort,
  startBadHost,
  unroutableAddress,
  unroutablePublicAddress,
} from '../lib/testing/bad-host.ts'

/** Uncaught errors and rejections, which would end the process in production. */
const thrownErrors: unknown[] = []
const recordError = (error: unknown) => void thrownErrors.push(error)
beforeAll(() => void process.on('uncaughtException', recordError).on('unhandledRejection', recordError))
afterAll(() => void process.off('uncaughtException', recordError).off('unhandledRejection', recordError))
afterEach(async () => {
  // Wait, because a connection may fail a few turns of the event loop after the call has ended.
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(thrownErrors.splice(0)).toEqual([])
})

const patienceMs = 200
const silentLog = pino({ level: 'silent' })
const postOptions = { body: '{}', headers: {}, patienceMs, maxBytes: 4_000 }
const logEntries: unknown[] = []

/**
 * Every call that leaves the server, sent to a local address. A call rejects if it reports a failure. Files in a bucket are
 * excluded, because their connections are kept alive: `lib/s3-files.test.ts` covers them.
 */
const calls: Record<string, (at: string) => Promise<unknown>> = {
  'a webhook': at => postOutside({ address: `http://${at}/`, allowPrivate: true, ...postOptions }),
  'what goes to looked-up addresses alone': at => {
    const { hostname: address, port } = new URL(`http://${at}`)
    const findAddresses = async () => [{ address, family: 4 }]
    return fetchOutside(new URL(`http://somewhere.example:${port}/`), {
      method: 'GET',
      ...postOptions,
      findAddresses,
    })
  },
  'the same over https': at => {
    const { hostname: address, port } = new URL(`http://${at}`)
    const findAddresses = async () => [{ address, family: 4 }]
    return fetchOutside(new URL(`https://somewhere.example:${port}/`), {
      method: 'GET',
      ...postOptions,
      findAddresses,
    })
  },
  'the geocoder': async at => {
    const geocoder = createGeocoder({
      target: () => ({ url: `http://${at}/search`, isShared: false }),
      userAgent: 'tests',
      timeoutMs: patienceMs,
    })
    const result = await geocoder.find('pier', 5)
    if (result.geocoder === 'unavailable') throw new Error('No geocoder')
    return result
  },
  'single sign-on': at =>
    createProvider(
      {
        issuer: `http://${at}`,
        clientId: 'muster',
        clientSecret: 'of the tests',
        name: 'Example',
        domains: [],
        unknown: 'refuse',
      },
      'http://muster.example/callback',
      patienceMs,
    ).addressFor({ state: 's', nonce: 'n', verifier: 'v'.repeat(43) }),
  mail: at =>
    createMailer({
      env: {
        SMTP_URL: `smtp://${at}`,
        MAIL_FROM: 'muster@localhost',
        MAIL_REPLY_TO: undefined,
        DATA_DIR: '/nowhere',
      },
      log: silentLog,
      sendingMs: patienceMs,
    }).send({ to: 'asha@site.example', subject: 'Hello', text: 'Hello' }),
  'an anchor': async at => {
    await sendAnchor(
      `http://${at}/`,
      '{}',
      { warn: (...line: unknown[]) => void logEntries.push(line) },
      patienceMs,
    )
    if (logEntries.splice(0).length > 0) throw new Error('No anchor')
  },
}

/** Calls that succeed even at a misbehaving host, because any status or the beginning of a body is enough for them. */
const allowedOutcomes = new Set([
  'a webhook: leads elsewhere',
  'a webhook: answers 10 MB',
  'what goes to looked-up addresses alone: leads elsewhere',
  'what goes to looked-up addresses alone: answers 10 MB',
  'an anchor: answers 10 MB',
  'an anchor: closes within its answer',
  'an anchor: says a byte now and then',
])

const readOutcome = (call: Promise<unknown>) =>
  Promise.race([
    call.then(
      () => 'answered',
      () => 'failed',
    ),
    new Promise(resolve => setTimeout(resolve, 20 * patienceMs, 'still waits')),
  ])

describe.each(Object.entries(calls))('%s', (name, call) => {
  it('fails without side effects where there is no route', async () => {
    expect(await readOutcome(call(`${unroutableAddress}:443`))).toBe('failed')
  })

  it('fails if the connection is refused', async () => {
    expect(await readOutcome(call(`127.0.0.1:${await findRefusingPort()}`))).toBe('failed')
  })

  it.each(badBehaviours)('times out at a host that %s, and leaves no connection', async behaviour => {
    const host = await startBadHost(behaviour)
    try {
      const outcome = await readOutcome(call(`127.0.0.1:${host.port}`))
      expect(outcome).toBe(allowedOutcomes.has(`${name}: ${behaviour}`) ? 'answered' : 'failed')
      await vi.waitFor(() => expect(host.open()).toBe(0))
      expect(host.met()).toBeGreaterThan(0)
    } finally {
      await host.stop()
    }
  })
})

describe('without a route to public addresses', () => {
  const find = async (): Promise<FoundAddress[]> => [unroutablePublicAddress, unroutablePublicAddress]
  it('a webhook fails with a reason', async () => {
    const postResult = postOutside({
      address: 'https://hooks.example/',
      allowPrivate: false,
      find,
      ...postOptions,
    })
    await expect(postResult).rejects.toThrow(/connect|EINVAL|ENETUNREACH/)
  })

  it('a map style fails with a reason', async () => {
    const fetchResult = fetchPublicJson('https://maps.example/style.json', { find, patienceMs })
    await expect(fetchResult).rejects.toThrow(/connect|EINVAL|ENETUNREACH/)
  })
})
