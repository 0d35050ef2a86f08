import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toAddressGroup } from '../lib/address-group.ts'
import { fail } from '../rpc/fail.ts'
import { readAnnouncedBytes, readMaxBytes } from './bytes-announced.ts'
import { type BodyMeter, CountedMessage } from './counted-message.ts'
import type { DoorLimits } from './door-limits.ts'
import { endWithAnswer } from './end-with-answer.ts'
import { createShares } from './shares.ts'

type UploadProgress = {
  /** Returns true if the body arrives too slowly to wait any longer, given the bytes received by this time (ms). */
  isStuck(bytes: number, now: number): boolean
}

/**
 * Limits progress, not duration: a photo over a slow line takes minutes, and a sender that only pretends is found in one interval.
 */
export function createUploadProgress(
  { bodyLookMs, bodyLeastPerSecond }: Pick<DoorLimits, 'bodyLookMs' | 'bodyLeastPerSecond'>,
  startedAt: number,
): UploadProgress {
  let lastByteAt = startedAt
  let receivedBytes = 0
  /** The start of the current interval, and the bytes received by then. */
  let intervalStart = { at: startedAt, bytes: 0 }
  return {
    isStuck(bytes, now) {
      if (bytes > receivedBytes) lastByteAt = now
      receivedBytes = bytes
      if (now - lastByteAt >= bodyLookMs) return true
      const elapsedMs = now - intervalStart.at
      if (elapsedMs < bodyLookMs) return false
      const newBytes = bytes - intervalStart.bytes
      intervalStart = { at: now, bytes }
      return newBytes < (bodyLeastPerSecond * elapsedMs) / 1_000
    },
  }
}

/** Methods that have no body here, although HTTP allows one. */
const bodylessMethods = new Set(['GET', 'HEAD', 'TRACE', 'OPTIONS'])

/** Limits size, total in transit and rate. Works below everything that reads bodies, and where nothing reads them. */
export function limitBodies(
  app: FastifyInstance,
  limits: DoorLimits,
  onRefused: (facts: object) => void,
): void {
  const byteShares = createShares({ total: limits.bytes, perAddress: limits.bytesPerAddress })
  /** The bodies still arriving. Most are complete by the first check, and need no progress tracking. */
  const progressByMessage = new Map<CountedMessage, UploadProgress | undefined>()
  /** The bodies among them that are being discarded, because their response has already been sent. */
  const lingeringMessages = new Set<CountedMessage>()
  const clock = createStallTolerantClock(2 * limits.sweepMs)

  const meter: BodyMeter = {
    take(message, bytes) {
      message.metered += bytes
      const isWithinShare = byteShares.take(message.address, bytes)
      if (!isWithinShare) onRefused({ address: message.address })
      return isWithinShare
    },
  }

  function onFinish(this: ServerResponse): void {
    const message = this.req
    if (!(message instanceof CountedMessage)) return
    message.meter = undefined
    // Releases only the bytes that were counted. The last chunk of an oversized body was not.
    byteShares.release(message.address, message.metered)
    progressByMessage.delete(message)
    if (message.complete || message.destroyed) {
      lingeringMessages.delete(message)
    } else if (lingeringMessages.has(message)) {
      const lingerUntil = clock.now() + limits.lingerMs
      progressByMessage.set(message, { isStuck: (_bytes, now) => now >= lingerUntil })
      // The message keeps its slot among the lingering ones until its body has fully arrived or the connection is closed.
      message.once('close', () => lingeringMessages.delete(message))
    } else message.socket.destroySoon()
  }

  // A client whose connection is cut while it is sending never sees the response. If the announced size is small and few such
  // bodies are pending, the rest of the body is therefore discarded for a moment. For any other body, the response closes the
  // connection.
  app.addHook('onSend', (request, reply, payload, done) => {
    const message = request.raw
    if (message instanceof CountedMessage && !message.complete && progressByMessage.has(message)) {
      const keepsReading =
        lingeringMessages.size < limits.lingering && readAnnouncedBytes(message.headers) <= limits.lingerBytes
      if (keepsReading) lingeringMessages.add(message)
      else reply.header('connection', 'close')
      if (reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive)
        endWithAnswer(message.socket, limits.lingerMs, keepsReading)
    }
    done(null, payload)
  })

  app.addHook('onRequest', (request, reply, done) => {
    const message = request.raw
    // Nobody is left to respond to.
    if (message.destroyed || message.socket.destroyed) return void reply.hijack()
    if (!(message instanceof CountedMessage) || !announcesBody(message)) return done()
    const address = toAddressGroup(request.ip)
    message.bodyLimit = readBodyLimit(request)
    message.address = address
    message.startedAt = clock.now()
    message.meter = meter
    progressByMessage.set(message, undefined)
    reply.raw.on('close', onFinish)
    if (byteShares.hasRoom(address)) return done()
    onRefused({ address })
    reply.header('retry-after', '2')
    done(fail('SERVICE_UNAVAILABLE'))
  })

  const sweep = setInterval(() => {
    const now = clock.tick()
    for (const [message, knownProgress] of progressByMessage) {
      if (!message.complete) {
        const progress = knownProgress ?? createUploadProgress(limits, message.startedAt)
        if (!knownProgress) progressByMessage.set(message, progress)
        if (!progress.isStuck(message.bodyBytes, now)) continue
        message.socket.destroy()
      }
      progressByMessage.delete(message)
      lingeringMessages.delete(message)
    }
  }, limits.sweepMs)
  sweep.unref()
  app.addHook('onClose', async () => clearInterval(sweep))
}

const announcesBody = (message: CountedMessage) => readAnnouncedBytes(message.headers) > 0

const readBodyLimit = (request: FastifyRequest) =>
  request.is404 || bodylessMethods.has(request.method) ? 0 : readMaxBytes(request)

/** A clock that hardly advances while this process stalls (sleep, a long turn), so that nobody is disconnected for that. */
function createStallTolerantClock(maxBetweenLooks: number) {
  let lastTickAt = performance.now()
  let elapsedMs = 0
  return {
    now: () => elapsedMs,
    tick() {
      const at = performance.now()
      elapsedMs += Math.min(at - lastTickAt, maxBetweenLooks)
      lastTickAt = at
      return elapsedMs
    },
  }
}
