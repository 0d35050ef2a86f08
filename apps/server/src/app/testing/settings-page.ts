import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Env, readEnv, secretSettingNames } from '../../platform/env.ts'

export const settingsPagePath = fileURLToPath(new URL('../../../../../docs/settings.md', import.meta.url))

const settingDeclarationPattern = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}([A-Z][A-Z0-9_]+): \{/g

/** Generates the page about settings from their docstrings in env.ts and their defaults. Throws if a setting has no docstring. */
export function renderSettingsPage(): string {
  const source = readFileSync(new URL('../../platform/env.ts', import.meta.url), 'utf8')
  const settingTextsByName = new Map(
    [...source.matchAll(settingDeclarationPattern)].map(([, comment, name]) => [
      name,
      comment?.replace(/\s*\n\s*\*?\s*/g, ' ').trim(),
    ]),
  )
  const rows = Object.entries(readEnv({}) satisfies Env).map(([name, value]) => {
    const settingText = settingTextsByName.get(name)
    if (!settingText) throw new Error(`The setting ${name} has no docstring in env.ts.`)
    return `| \`${name}\` | ${formatValue(name, value)} | ${settingText.replaceAll('|', '\\|')} |`
  })
  return `# Settings

Generated from \`apps/server/src/platform/env.ts\` by \`npm run generate\`. Do not edit.

Set them as environment variables. A wrong one stops the start with a line that names it; an empty one counts as unset.

Settings with a secret can be read from a file, so that the secret is not in the environment: ${listNames(secretSettingNames.map(name => `${name}_FILE`))} name the file. Spaces and line breaks around the secret do not count. Muster does not start if both are set, or if the file is empty or cannot be read.

| Variable | Default | Effect |
|---|---|---|
${rows.join('\n')}
`
}

const listNames = (names: readonly string[]) =>
  names
    .map(name => `\`${name}\``)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ')

function formatValue(name: string, value: unknown): string {
  if (name === 'DATA_DIR') return '`./data`'
  if (name === 'DEMO') return '`1`'
  if (name === 'TIME_ZONE') return 'of the machine'
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none'
  return `\`${value === null ? 0 : typeof value === 'boolean' ? Number(value) : value}\``
}
