import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, because npm test must start before anything is installed
import { createMemoryFolder } from './lib/memory-folder.mjs'

test('the folders of killed test runs are removed, and those of running ones stay', () => {
  const parent = mkdtempSync(join(tmpdir(), 'muster-memory-'))
  try {
    // Process ids end at four million.
    const [killedRun, running] = ['muster-tests-99999999', `muster-tests-${process.ppid}`]
    for (const name of [killedRun, running, 'of-others'])
      mkdirSync(join(parent, name, 'cluster'), { recursive: true })
    createMemoryFolder(parent)
    expect(readdirSync(parent)).toEqual(expect.arrayContaining([running, 'of-others']))
    expect(readdirSync(parent)).not.toContain(killedRun)
  } finally {
    rmSync(parent, { recursive: true })
  }
})

test('without a folder in memory there is none', () => {
  expect(createMemoryFolder(join(tmpdir(), 'no-such-folder'))).toBeUndefined()
})
