import { expect, it } from 'vitest'
import { createPushHostPauses } from './push-host-pauses.ts'

let clock = 0
const start = () => {
  clock = 0
  const pauses = createPushHostPauses(() => clock)
  const late = (times: number) => {
    for (let n = 0; n < times; n++) pauses.noteLate('slow')
  }
  return { ...pauses, late }
}

it('pauses a host for a minute after three tries in a row without an answer', () => {
  const { admit, late } = start()
  late(2)
  expect(admit('slow')).toBe(0)
  late(1)
  expect(admit('slow')).toBe(60_000)
  expect(admit('quick')).toBe(0)
})

it('does not count tries between which the host answered', () => {
  const { admit, late, noteAnswer } = start()
  late(2)
  noteAnswer('slow')
  late(2)
  expect(admit('slow')).toBe(0)
})

it('lets one push probe the host after the pause, and the others once that was answered', () => {
  const { admit, late, noteAnswer } = start()
  late(3)
  clock = 60_000
  expect(admit('slow')).toBe(0)
  expect(admit('slow')).toBe(60_000)
  noteAnswer('slow')
  expect(admit('slow')).toBe(0)
})
