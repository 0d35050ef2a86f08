import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Command, parseArguments } from './lib/command.mjs'

const restore: Command = {
  name: 'restore',
  about: 'Brings a backup back.',
  words: [{ name: 'folder', about: 'The backup.', required: true }],
  options: { replace: 'Overwrites what is there.' },
}
const send: Command = {
  name: 'send',
  about: 'Sends something.',
  values: { to: { name: 'place', about: 'Where to.', required: true }, by: { name: 'way', about: 'How.' } },
  options: { fast: 'Hurries.' },
}
const prove: Command = {
  name: 'prove',
  about: 'Shows what no test can.',
  choices: { crash: 'Kills the server.' },
  words: [{ name: 'kills', about: 'How many.' }],
}

describe('command-line arguments', () => {
  it('are accepted in any order', () => {
    expect(parseArguments(restore, ['--replace', 'data/backups/x'])).toMatchObject({
      words: ['data/backups/x'],
      options: { replace: true },
    })
    expect(parseArguments(prove, ['crash', '5'])).toMatchObject({ words: ['crash', '5'] })
  })

  it('include options with a value, which the help lists', () => {
    expect(parseArguments(send, ['--fast', '--to', 'x', '--by=rail'])).toEqual({
      words: [],
      options: { fast: true },
      values: { to: 'x', by: 'rail' },
    })
    const { help } = parseArguments(send, ['--help']) as { help: string }
    expect(help).toContain('npm run send -- --to <place> [--by <way>] [--fast]')
    expect(help).toContain('--to <place>  Where to.')
  })

  it.each([['--help'], ['-h'], ['data', '--help']])(
    '%s prints the help, whatever the other words',
    (...args) => {
      const { help } = parseArguments(restore, args) as { help: string }
      for (const word of ['npm run restore -- <folder> [--replace]', 'Brings a backup back.', '--replace'])
        expect(help).toContain(word)
    },
  )

  it.each([
    [restore, ['--repalce', 'x'], /--repalce/],
    [restore, [], /folder is missing/],
    [restore, ['x', 'y'], /"y" is too much/],
    [send, [], /--to is missing/],
    [send, ['--to'], /--to/],
    [prove, [], /Which one/],
    [prove, ['foo'], /no prove "foo"/],
    [prove, ['toString'], /no prove/],
  ] as const)('are refused when they are invalid (%#)', (command, args, problem) => {
    expect((parseArguments(command, args) as { problem: string }).problem).toMatch(problem)
  })
})

const root = fileURLToPath(new URL('..', import.meta.url))
const call = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: 'utf8', timeout: 60_000 })

describe.each([
  'scripts/start.mjs',
  'scripts/dev.mjs',
  'scripts/backup.ts',
  'scripts/restore.ts',
  'scripts/generate-types.ts',
  'scripts/release-fixture.ts',
  'bench/run.ts',
  'e2e/prove.ts',
])('%s', script => {
  it('prints its help and does nothing', { timeout: 60_000 }, () => {
    const { status, stdout } = call(script, '--help')
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^npm (run )?\w+/)])
  })

  it('rejects an unknown option and does nothing', { timeout: 60_000 }, () => {
    const { status, stderr } = call(script, '--no-such-option')
    expect([status, stderr]).toEqual([2, expect.stringContaining('--no-such-option')])
  })
})

it.each(['bench/run.ts', 'e2e/prove.ts'])(
  '%s without a name, or with an unknown one, lists the choices',
  { timeout: 60_000 },
  script => {
    for (const args of [[], ['foo']]) {
      const { status, stderr } = call(script, ...args)
      expect(status).toBe(2)
      expect(stderr).toContain('Names:')
    }
  },
)
