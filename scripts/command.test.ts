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

// One call of each program shows that it reads its arguments before anything else. What it answers to others is proved above.
it.each([
  ['scripts/start.mjs', /^npm start/m],
  ['scripts/dev.mjs', /^npm run dev/m],
  ['scripts/backup.ts', /^npm run backup/m],
  ['scripts/restore.ts', /^npm run restore/m],
  ['scripts/generate-types.ts', /^npm run generate/m],
  ['scripts/release-fixture.ts', /^npm run release-fixture/m],
  // Their help also lists the choices.
  ['bench/run.ts', /^npm run bench[\s\S]*^Names:$/m],
  ['e2e/prove.ts', /^npm run prove[\s\S]*^Names:$/m],
])('%s rejects an unknown option with its help and does nothing', { timeout: 60_000 }, (script, help) => {
  const { status, stdout, stderr } = call(script, '--no-such-option')
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('--no-such-option')])
  expect(stderr).toMatch(help)
})

it('--help prints the help and ends with success', { timeout: 60_000 }, () => {
  const { status, stdout } = call('scripts/start.mjs', '--help')
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^npm start/)])
})
