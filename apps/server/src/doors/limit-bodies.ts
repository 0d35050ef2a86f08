import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from '../lib/address-group.ts'
import { fail } from '../rpc/fail.ts'
import { type Arriving, createArriving } from './arriving.ts'
import { readAnnouncedBytes, readMaxBytes } from './bytes-announced.ts'
import { type BodyMeter, CountedMessage } from './counted-message.ts'
import type { DoorLimits } from './door-limits.ts'
import { endWithAnswer } from './end-with-answer.ts'
import { createShares } from './shares.ts'

/** Methods that take no body here, although HTTP allows one. */
const bodyless = new Set(['GET', 'HEAD', 'TRACE', 'OPTIONS'])

/**
 * Limits the body of every request: its own size, the total of all bodies in transit, and the rate at which it must arrive. It
 * works below everything that reads bodies, and also where nothing does.
 */
export function limitBodies(
  app: FastifyInstance,
  limits: DoorLimits,
  onRefused: (facts: object) => void,
): void {
  const inTransit = createShares({ total: limits.bytes, perAddress: limits.bytesPerAddress })
  /** Bodies still arriving. Most are complete by the first check, and need no further tracking. */
  const awaited = new Map<CountedMessage, Arriving | undefined>()
  /** The bodies among them that are discarded, because their response was sent. */
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

  function onFinish(this: ServerResponse): void {
    const message = this.req
    if (!(message instanceof CountedMessage)) return
    message.meter = undefined
    // Release only the bytes that were counted; the last chunk of an oversized body was not.
    inTransit.release(message.address, message.metered)
    awaited.delete(message)
    if (message.complete || message.destroyed) {
      lingering.delete(message)
    } else if (lingering.has(message)) {
      const until = clock.now() + limits.lingerMs
      awaited.set(message, { isStuck: (_bytes, now) => now >= until })
      // The body arrived completely, so its place is free.
      message.once('close', () => lingering.delete(message))
    } else message.socket.destroySoon()
  }

  // A client whose connection is cut while sending never sees the response. The rest of a body of small announced size is therefore
  // discarded for a moment. For any other body the response closes the connection.
  app.addHook('onSend', (request, reply, payload, done) => {
    const message = request.raw
    if (message instanceof CountedMessage && !message.complete && awaited.has(message)) {
      const reads =
        lingering.size < limits.lingering && readAnnouncedBytes(message.headers) <= limits.lingerBytes
      if (reads) lingering.add(message)
      else reply.header('connection', 'close')
      if (reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive)
        endWithAnswer(message.socket, limits.lingerMs, reads)
    }
    done(null, payload)
  })

  app.addHook('onRequest', (request, reply, done) => {
    const message = request.raw
    // Nobody is left to answer.
    if (message.destroyed || message.socket.destroyed) return void reply.hijack()
    if (!(message instanceof CountedMessage) || !announcesBody(message)) return done()
    const address = addressGroup(request.ip)
    message.bodyLimit = readBodyLimit(request)
    message.address = address
    message.startedAt = clock.now()
    message.meter = meter
    awaited.set(message, undefined)
    reply.raw.on('close', onFinish)
    if (inTransit.hasRoom(address)) return done()
    onRefused({ address })
    reply.header('retry-after', '2')
    done(fail('SERVICE_UNAVAILABLE'))
  })

  const sweep = setInterval(() => {
    const now = clock.tick()
    for (const [message, received] of awaited) {
      if (!message.complete) {
        const arriving = received ?? createArriving(limits, message.startedAt)
        if (!received) awaited.set(message, arriving)
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

const announcesBody = (message: CountedMessage) => readAnnouncedBytes(message.headers) > 0

const readBodyLimit = (request: FastifyRequest) =>
  request.is404 || bodyless.has(request.method) ? 0 : readMaxBytes(request)

/**
 * Returns the milliseconds that pass while this process is checking. After a stall (a sleeping machine, a long turn) received data
 * has not been read yet, and nobody should be disconnected for that.
 */
function createPatientClock(maxBetweenLooks: number) {
  let lookedAt = performance.now()
  let passed = 0
  return {
    now: () => passed,
    tick() {
      const at = performance.now()
      passed += Math.min(at - lookedAt, maxBetweenLooks)
      lookedAt = at
      return passed
    },
  }
}
