import { expect, it } from 'vitest'
import { toReadableLine } from './readable-log.ts'

const time = new Date(2026, 0, 31, 9, 5, 7).getTime()
const createLogLine = (entry: object) =>
  toReadableLine(JSON.stringify({ level: 30, time, pid: 7, hostname: 'x', ...entry }))

it('a line has the time, the message and the details', () => {
  expect(createLogLine({ msg: 'Removed what has expired', sessions: 3, file: 'a.eml' })).toBe(
    '09:05:07  Removed what has expired (sessions: 3, file: a.eml)\n',
  )
  expect(createLogLine({ msg: 'Muster is ready' })).toBe('09:05:07  Muster is ready\n')
})

it('warnings and errors are labelled, with the stack below', () => {
  expect(createLogLine({ level: 40, msg: 'Careful' })).toBe('09:05:07  Warning: Careful\n')
  expect(
    createLogLine({ level: 50, msg: 'It broke', err: { message: 'why', stack: 'Error: why\n    at x' } }),
  ).toBe('09:05:07  Error: It broke\n          Error: why\n              at x\n')
})

it('a line is limited in length and moves no cursor', () => {
  expect(createLogLine({ msg: 'Sent', what: '\u001b[2J\r\nx'.repeat(1_000) })).toMatch(
    /^[\x20-\x7e …]{1,500}\n$/,
  )
})

it('other output stays unchanged', () => {
  expect(toReadableLine('plain words\n')).toBe('plain words\n')
})
