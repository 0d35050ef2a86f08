import { expect, it } from 'vitest'
import { seriesLook } from './chart-looks.ts'
import { valueTicks } from './value-axis.ts'

it('severities keep their colours, statuses are neutral, and every series has its own pattern', () => {
  const toLooks = (keys: readonly string[]) => keys.map((key, index) => seriesLook(key, index, false))
  const severities = toLooks(['low', 'medium', 'high', 'critical'])
  expect(severities.map(({ color }) => color)).toEqual(
    ['low', 'normal', 'high', 'urgent'].map(name => `var(--m-${name})`),
  )
  const statuses = toLooks(['open', 'in_progress', 'resolved', 'closed'])
  expect(statuses.map(({ color }) => color)).not.toContain('var(--m-normal)')
  for (const looks of [severities, statuses])
    expect(new Set(looks.map(({ pattern }) => pattern)).size).toBe(4)
})

it.for([
  [8, true, [0, 3, 6, 9, 12]],
  [0, true, [0, 1, 2, 3, 4]],
  [51.6, false, [0, 15, 30, 45, 60]],
] as const)('the axis leaves room above a bar of %s', ([highest, isWhole, ticks]) =>
  expect(valueTicks(highest, isWhole)).toEqual(ticks),
)
