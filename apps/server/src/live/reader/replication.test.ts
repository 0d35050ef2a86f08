import { expect, test } from 'vitest'
import { isNextTimeline } from './replication.ts'

const epoch = (timeline: string, rest = '5-60f28709') => `7712767471350586632-${timeline}-${rest}`

test.each([
  [epoch('00000001'), epoch('00000002'), true],
  [epoch('0000000A'), epoch('0000000B'), true],
  [epoch('00000001'), epoch('00000001'), false],
  // A standby of an earlier time, such as a backup.
  [epoch('00000003'), epoch('00000002'), false],
  // Another database, and the mark of a restore.
  [epoch('00000001'), epoch('00000002', '6-60f28709'), false],
  [epoch('00000001'), epoch('00000002', '5-11111111'), false],
  ['start-1795768639.1-5-60f28709', 'start-1795768700.2-5-60f28709', false],
])('%s is continued by %s: %s', (before, after, isContinued) => {
  expect(isNextTimeline(before, after)).toBe(isContinued)
})
