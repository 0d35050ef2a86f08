import { expect, it } from 'vitest'
import { toInitdbReason } from './cluster.ts'

it('names the full disk instead of the cleanup that initdb reports afterwards', () => {
  const output = `2026-01-31 12:00:00.000 UTC [7] FATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device
child process exited with exit code 1
initdb: removing contents of data directory "/data/postgres/cluster.draft"`
  expect(toInitdbReason(output)).toBe(
    'the disk is full (could not write to file "pg_wal/xlogtemp.7": No space left on device)',
  )
})

it('names any other error', () => {
  expect(toInitdbReason('initdb: error: invalid locale name "xx"\ninitdb: removing contents of "/x"')).toBe(
    'invalid locale name "xx"',
  )
})
