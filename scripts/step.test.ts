import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runStep, wantsDetails } from './lib/step.mjs'

let folder: string
let log: string
beforeEach(() => {
  vi.stubEnv('LOG_LEVEL', '')
  folder = mkdtempSync(join(tmpdir(), 'muster-step-'))
  log = join(folder, 'cache', 'install.log')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

async function run(code: number, output: string) {
  let errorOutput = ''
  const to = { write: (text: string) => (errorOutput += text) }
  const answer = await runStep({ title: 'Installing', log }, async () => ({ code, output }), to)
  return { answer, said: errorOutput }
}

it('a successful step prints one line and stores the output of its tools', async () => {
  const { answer, said } = await run(0, 'added 379 packages\n')
  expect(answer).toBe(0)
  expect(said).toBe('Installing … done in 1 s\n')
  expect(readFileSync(log, 'utf8')).toBe('added 379 packages\n')
})

it('a failed step shows the end of its output and where to find the rest', async () => {
  const lines = Array.from({ length: 100 }, (_, n) => `line ${n}`)
  const { answer, said } = await run(1, [...lines, 'npm error code ENOTFOUND'].join('\n'))
  expect(answer).toBe(1)
  expect(said).toContain('Installing … failed\n')
  expect(said).toContain('npm error code ENOTFOUND')
  expect(said).not.toContain('line 3\n')
  expect(said).toContain(log)
})

it('a step that explains its failure hides the output of its tools, which is stored', async () => {
  let output = ''
  const to = { write: (text: string) => (output += text) }
  const work = async () => ({ code: 1, output: 'npm error     at ClientRequest.<anonymous>\n', shown: '' })
  await runStep({ title: 'Installing', log }, work, to)
  expect(output).toBe(`Installing … failed\nAll of its output: ${log}\n`)
  expect(readFileSync(log, 'utf8')).toContain('ClientRequest')
})

it('all output is shown live and nothing is stored if LOG_LEVEL=debug', async () => {
  vi.stubEnv('LOG_LEVEL', 'debug')
  const { said } = await run(0, '')
  expect(said).toBe('Installing …\nInstalling: done in 1 s\n')
  expect(existsSync(log)).toBe(false)
  expect(wantsDetails({ LOG_LEVEL: 'info' })).toBe(false)
})
