import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openServerLog, readLastLogLines, rotateServerLog } from './server-log.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'muster-log-'))
})
afterEach(() => rm(home, { recursive: true }))

test('a log that the server keeps open stays below its limit, and the server continues writing', async () => {
  const serverLog = await openServerLog(home)
  try {
    for (let round = 0; round < 20; round++) {
      await serverLog.write(`round ${round} ${'x'.repeat(900)}\n`)
      await rotateServerLog(home, 2_000)
    }
    await serverLog.write('the end\n')
    const sizes = await Promise.all(
      ['postgres.log', 'postgres.log.1'].map(async name => (await readFile(join(home, name))).length),
    )
    for (const size of sizes) expect(size).toBeLessThan(4_000)
    expect(await readLastLogLines(home, 1)).toBe('the end')
    // The truncated file contains no hole in place of the old lines.
    expect(await readFile(join(home, 'postgres.log'), 'utf8')).not.toContain('\0')
  } finally {
    await serverLog.close()
  }
})

test('a short log stays unchanged, and a missing log is accepted', async () => {
  await rotateServerLog(home)
  expect(await readLastLogLines(home)).toBe('')
})
