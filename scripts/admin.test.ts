import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { adminCommands } from './admin/commands.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'admin.md'), 'utf8')

it('docs/admin.md lists every command with its arguments, in the order of the help', () => {
  const documented = [...page.matchAll(/^- `([^`]+)`/gm)].map(([, call]) => call)
  const calls = Object.entries(adminCommands).map(([name, command]) => {
    if (command.kind === 'script') return name
    const words = (command.words ?? []).map(word => (word.required ? `<${word.name}>` : `[${word.name}]`))
    const values = Object.entries(command.values ?? {}).map(([option, it]) =>
      it.required ? `--${option} <${it.name}>` : `[--${option} <${it.name}>]`,
    )
    const options = Object.keys(command.options ?? {}).map(option => `[--${option}]`)
    return [name, ...words, ...values, ...options].join(' ')
  })
  expect(documented).toEqual(calls)
})

it.each(Object.entries(adminCommands))('%s can be loaded', async (_name, command) => {
  if (command.kind === 'ours') expect((await command.load()).run).toBeTypeOf('function')
})
