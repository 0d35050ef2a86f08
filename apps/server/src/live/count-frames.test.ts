import { expect, test } from 'vitest'
import { createFrameCount } from './count-frames.ts'

/** A masked frame that carries so many bytes, each of which would be the beginning of a frame. */
function frame(bytes: number, first = 0x81) {
  const length =
    bytes < 126 ? [bytes] : bytes < 65_536 ? [126, bytes >> 8, bytes & 255] : [127, 0, 0, 0, 0, 0, 1, 0, 0]
  length[0] = (length[0] ?? 0) | 0x80
  return Buffer.concat([Buffer.from([first, ...length, 1, 2, 3, 4]), Buffer.alloc(bytes, 0x81)])
}

const pong = frame(0, 0x8a)
const several = Buffer.concat([frame(65_536), pong, frame(125), frame(126), pong, frame(3_000), pong])

test('counts frames of every length and kind, and nothing of what they carry', () => {
  expect(createFrameCount()(several)).toBe(7)
})

test.each([1, 2, 3, 7, 1_024, 65_539])('wherever what arrives was cut: every %i bytes', size => {
  const count = createFrameCount()
  let frames = 0
  for (let at = 0; at < several.length; at += size) frames += count(several.subarray(at, at + size))
  expect(frames).toBe(7)
})
