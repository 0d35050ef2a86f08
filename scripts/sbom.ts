// `npm run sbom -- FILE`: writes the software bill of materials of everything the lockfile installs, in CycloneDX.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readArguments } from './lib/command.mjs'
import { main } from './lib/operator.ts'
import { runQuietly } from './lib/workspace.mjs'

const { words } = readArguments({
  name: 'sbom',
  about: 'Writes a CycloneDX bill of materials of the full install, as npm makes it.',
  words: [{ name: 'file', about: 'where to; otherwise sbom.cdx.json' }],
})

await main(async () => {
  const { code, output } = await runQuietly('npm', ['sbom', '--sbom-format=cyclonedx', '--loglevel=error'])
  if (code !== 0) throw new Error(`npm could not make the bill of materials: ${output.trim()}`)
  const { bomFormat, components } = JSON.parse(output)
  if (bomFormat !== 'CycloneDX' || components.length === 0) throw new Error('npm named no package.')
  const file = resolve(words[0] ?? 'sbom.cdx.json')
  writeFileSync(file, output)
  console.log(`${file}: ${components.length} packages`)
})
