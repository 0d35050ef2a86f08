import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from '../lib/address-group.ts'
import { fail } from '../rpc/fail.ts'
import { type Arriving, createArriving } from './arriving.ts'
import { bytesAnnounced, mostBytes } from './bytes-announced.ts'
import { type BodyMeter, CountedMessage } from './counted-message.ts'
import type { DoorLimits } from './door-limits.ts'
import { endWithAnswer } from './end-with-answer.ts'
import { createShares } from './shares.ts'

/** Methods whose requests have no body here, though HTTP lets them have one. */
const bodyless = new Set(['GET', 'HEAD', 'TRACE', 'OPTIONS'])

/**
 * Holds the body of every request of every route within bounds: its own limit, what all bodies in transit may hold, and
 * the rate at which it must arrive. Works below whatever reads bodies, and where nobody does.
 */
export function limitBodies(
  app: FastifyInstance,
  limits: DoorLimits,
  onRefused: (facts: object) => void,
): void {
  const inTransit = createShares({ total: limits.bytes, perAddress: limits.bytesPerAddress })
  /** Bodies that have not arrived. Most have by the first look, and are looked at no closer. */
  const awaited = new Map<CountedMessage, Arriving | undefined>()
  /** Those of them that are thrown away, because the answer is out. */
  const lingering = new Set<CountedMessage>()
  const clock = createPatientClock(2 * limits.sweepMs)

  const meter: BodyMeter = {
    take(message, bytes) {
      message.metered += bytes
      const within = inTransit.take(message.address, bytes)
      if (!within) onRefused({ address: message.address })
      return within
    },
  }

  function onAnswered(this: ServerResponse): void {
    const message = this.req
    if (!(message instanceof CountedMessage)) return
    message.meter = undefined
    // Only what was counted: of a body that is too long, the last piece was not.
    inTransit.giveBack(message.address, message.metered)
    awaited.delete(message)
    if (message.complete || message.destroyed) {
      lingering.delete(message)
    } else if (lingering.has(message)) {
      const until = clock.now() + limits.lingerMs
      awaited.set(message, { isStuck: (_bytes, now) => now >= until })
      // All of it came: its place is another one's.
      message.once('close', () => lingering.delete(message))
    } else message.socket.destroySoon()
  }

  // A client that is cut off while sending never sees the answer. The rest of a body of small announced size is therefore discarded
  // for a moment. For any other body the answer closes the connection.
  app.addHook('onSend', (request, reply, payload, done) => {
    const message = request.raw
    if (message instanceof CountedMessage && !message.complete && awaited.has(message)) {
      const reads = lingering.size < limits.lingering && bytesAnnounced(message.headers) <= limits.lingerBytes
      if (reads) lingering.add(message)
      else reply.header('connection', 'close')
      if (reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive)
        endWithAnswer(message.socket, limits.lingerMs, reads)
    }
    done(null, payload)
  })

  app.addHook('onRequest', (request, reply, done) => {
    const message = request.raw
    // Nobody is there to be answered.
    if (message.destroyed || message.socket.destroyed) return void reply.hijack()
    if (!(message instanceof CountedMessage) || !announcesBody(message)) return done()
    const address = addressGroup(request.ip)
    message.bodyLimit = bodyLimitOf(request)
    message.address = address
    message.begun = clock.now()
    message.meter = meter
    awaited.set(message, undefined)
    reply.raw.on('close', onAnswered)
    if (inTransit.hasRoom(address)) return done()
    onRefused({ address })
    reply.header('retry-after', '2')
    done(fail('SERVICE_UNAVAILABLE'))
  })

  const sweep = setInterval(() => {
    const now = clock.tick()
    for (const [message, seen] of awaited) {
      if (!message.complete) {
        const arriving = seen ?? createArriving(limits, message.begun)
        if (!seen) awaited.set(message, arriving)
        if (!arriving.isStuck(message.bodyBytes, now)) continue
        message.socket.destroy()
      }
      awaited.delete(message)
      lingering.delete(message)
    }
  }, limits.sweepMs)
  sweep.unref()
  app.addHook('onClose', async () => clearInterval(sweep))
}

const announcesBody = (message: CountedMessage) => bytesAnnounced(message.headers) > 0

const bodyLimitOf = (request: FastifyRequest) =>
  request.is404 || bodyless.has(request.method) ? 0 : mostBytes(request)

/**
 * Milliseconds that pass while this process looks. Where it stood still (a machine asleep, a turn that took long), what came in
 * meanwhile has not been read yet, and nobody is to be cut off for that.
 */
function createPatientClock(mostBetweenLooks: number) {
  let lookedAt = performance.now()
  let passed = 0
  return {
    now: () => passed,
    tick() {
      const at = performance.now()
      passed += Math.min(at - lookedAt, mostBetweenLooks)
      lookedAt = at
      return passed
    },
  }
}
