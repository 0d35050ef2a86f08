import type { Socket } from 'node:net'
import { createFrameCount } from './count-frames.ts'
import type { LiveLimits } from './limits.ts'

type Limits = Pick<LiveLimits, 'framesPerBeat' | 'bytesPerBeat' | 'strangerFrames' | 'strangerBytes'>

/** What a socket reads from. */
export type Arrivals = Pick<Socket, 'prependListener' | 'pause'>

type Options = {
  readonly limits: Limits
  /** Whether the session of who sends is known by now. */
  readonly isKnown: () => boolean
  /** More came than the limits allow. May be called again for what was already on its way. */
  readonly onOver: () => void
}

/**
 * Bounds what a client sends between two heartbeats, in frames and in bytes, before any of it is parsed. The library parses all
 * that was read at once without a pause, and tells of some kinds of frames nothing.
 */
export function boundArriving(line: Arrivals, { limits, isKnown, onOver }: Options): { beat(): void } {
  const framesIn = createFrameCount()
  let frames = 0
  let bytes = 0
  line.prependListener('data', (arrived: Buffer) => {
    bytes += arrived.length
    frames += framesIn(arrived)
    const known = isKnown()
    const framesAtMost = known ? limits.framesPerBeat : limits.strangerFrames
    const bytesAtMost = known ? limits.bytesPerBeat : limits.strangerBytes
    if (frames <= framesAtMost && bytes <= bytesAtMost) return
    // No frame begins like this, so the library stops at it. It then reads on, until the next piece pauses the line for good.
    arrived.fill(0xff)
    line.pause()
    onOver()
  })
  return {
    beat() {
      frames = 0
      bytes = 0
    },
  }
}
