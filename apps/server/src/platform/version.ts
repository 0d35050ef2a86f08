import { readFileSync } from 'node:fs'

/** The version of this Muster, from the package.json at the repository root. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
).version
