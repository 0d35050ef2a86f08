import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const contractDir = new URL('../../../../../packages/contract/src/', import.meta.url)

export const eventListPath = fileURLToPath(new URL('events.generated.ts', contractDir))

/** Generates the contract's list of events from its files `*.events.ts`, so that a feature's events need not be registered. */
export function renderEventList(): string {
  const names = readdirSync(contractDir)
    .flatMap(file => /^([\w-]+)\.events\.ts$/.exec(file)?.[1] ?? [])
    .toSorted()
  const toExport = (name: string) => `${name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())}Events`
  return `// Generated from the files \`*.events.ts\` by \`npm run generate\`. Do not edit.
${names.map(name => `import { ${toExport(name)} } from './${name}.events.ts'`).join('\n')}

export const featureEvents = [
${names.map(name => `  ...${toExport(name)},`).join('\n')}
] as const
`
}
