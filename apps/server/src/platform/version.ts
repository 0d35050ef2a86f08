import { readFileSync } from 'node:fs'

/** Muster's version, from the package.json at the repository root. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
).version
