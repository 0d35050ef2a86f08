import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../deploy/kubernetes', import.meta.url))

/**
 * Validates the manifests of deploy/kubernetes with kubeconform, which refuses fields that Kubernetes does not know. `schemas`: where
 * its JSON schemas are, as kubeconform's -schema-location; by default it downloads them.
 */
export function proveManifests(schemas = 'default'): boolean {
  const files = readdirSync(folder).sort()
  // Standard input, because kubeconform reads no file named .example.
  const input = files.map(it => readFileSync(join(folder, it), 'utf8')).join('\n---\n')
  const args = ['-strict', '-summary', '-schema-location', schemas]
  const { status } = spawnSync('kubeconform', args, { input, stdio: ['pipe', 'inherit', 'inherit'] })
  console.log(`${files.length} files`)
  return status === 0
}
