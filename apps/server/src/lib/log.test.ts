import { expect, it } from 'vitest'
import { createLog, describeError } from './log.ts'

it('the log is readable at a terminal', () => {
  const output: string[] = []
  const terminal = { isTTY: true, write: (text: string) => output.push(text) }
  createLog('info', terminal as unknown as NodeJS.WriteStream).warn({ port: 4280 }, 'Careful')
  expect(output).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d {2}Warning: Careful \(port: 4280\)\n$/)])
})

it('an error is logged with its message, and without its connection', () => {
  const error = Object.assign(new Error('gone', { cause: new Error('why') }), {
    code: '57P01',
    client: { password: 'secret' },
  })
  expect(describeError(error)).toMatchObject({
    name: 'Error',
    message: 'gone',
    code: '57P01',
    cause: { message: 'why' },
  })
  expect(JSON.stringify(describeError(error))).not.toContain('secret')
})

it('input repeated in an error is truncated', () => {
  const line = JSON.stringify(describeError(new Error('x'.repeat(1_000_000))))
  expect(line.length).toBeLessThan(6_000)
})
