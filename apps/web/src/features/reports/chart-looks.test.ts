import { expect, it } from 'vitest'
import { getSeriesStyle } from './chart-looks.ts'
import { valueTicks } from './value-axis.ts'

it('severities keep their colours, statuses are neutral, and every series has its own pattern', () => {
  const toStyles = (keys: readonly string[]) => keys.map((key, index) => getSeriesStyle(key, index, false))
  const severities = toStyles(['low', 'medium', 'high', 'critical'])
  expect(severities.map(({ color }) => color)).toEqual(
    ['low', 'normal', 'high', 'urgent'].map(name => `var(--m-${name})`),
  )
  const statuses = toStyles(['open', 'in_progress', 'resolved', 'closed'])
  expect(statuses.map(({ color }) => color)).not.toContain('var(--m-normal)')
  for (const styles of [severities, statuses])
    expect(new Set(styles.map(({ pattern }) => pattern)).size).toBe(4)
})

it.for([
  [8, true, [0, 3, 6, 9, 12]],
  [0, true, [0, 1, 2, 3, 4]],
  [51.6, false, [0, 15, 30, 45, 60]],
] as const)('the axis leaves room above a bar of %s', ([highest, isWhole, ticks]) =>
  expect(valueTicks(highest, isWhole)).toEqual(ticks),
)
