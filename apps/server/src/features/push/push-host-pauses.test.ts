import { expect, it } from 'vitest'
import { createPushHostPauses } from './push-host-pauses.ts'

let clock = 0
const createPauses = () => {
  clock = 0
  const pauses = createPushHostPauses(() => clock)
  const noteTimeouts = (times: number) => {
    for (let n = 0; n < times; n++) pauses.noteLate('slow')
  }
  const admit = (host: string, isUrgent = false) => pauses.admit(host, isUrgent)
  return { ...pauses, admit, late: noteTimeouts }
}

it('a host is paused for a minute after three consecutive timeouts', () => {
  const { admit, late } = createPauses()
  late(2)
  expect(admit('slow')).toBe(0)
  late(1)
  expect(admit('slow')).toBe(60_000)
  expect(admit('quick')).toBe(0)
})

it('the count restarts once the host answers', () => {
  const { admit, late, noteAnswer } = createPauses()
  late(2)
  noteAnswer('slow')
  late(2)
  expect(admit('slow')).toBe(0)
})

it('a single push probes the host after the pause, and the others follow once the host has answered', () => {
  const { admit, late, noteAnswer } = createPauses()
  late(3)
  clock = 60_000
  expect(admit('slow')).toBe(0)
  expect(admit('slow')).toBe(60_000)
  noteAnswer('slow')
  expect(admit('slow')).toBe(0)
})

it('two urgent pushes at a time may try a paused host, and further ones wait five seconds', () => {
  const { admit, late, beginUrgent } = createPauses()
  late(3)
  const endCallbacks = [1, 2].map(() => {
    expect(admit('slow', true)).toBe(0)
    return beginUrgent('slow')
  })
  expect([admit('slow', true), admit('slow', false)]).toEqual([5_000, 60_000])
  endCallbacks[0]?.()
  expect(admit('slow', true)).toBe(0)
})
