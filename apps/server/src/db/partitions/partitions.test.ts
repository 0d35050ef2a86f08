import { expect, it } from 'vitest'
import { partitionAt } from './partitions.ts'

const parseTime = (text: string) => Date.parse(text)

it.each([
  ['position_checks', '2026-03-10T00:00:00.000Z', 'position_checks_20260310', '2026-03-10', '2026-03-11'],
  ['position_checks', '2026-03-10T23:59:59.999Z', 'position_checks_20260310', '2026-03-10', '2026-03-11'],
  ['feed_events', '2028-02-29T12:00:00.000Z', 'feed_events_20280229', '2028-02-29', '2028-03-01'],
  ['security_events', '2026-12-31T23:59:59.999Z', 'security_events_202612', '2026-12-01', '2027-01-01'],
] as const)('a row of %s from %s belongs to %s', (table, moment, name, begin, end) => {
  expect(partitionAt(table, parseTime(moment))).toEqual({
    name,
    begin: parseTime(begin),
    end: parseTime(end),
  })
})
