import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isSameSecret, signText } from '../../lib/secrets.ts'

/** The log's length and last hash, signed outside the database: its owner can rewrite the chain, but no anchor. */
const anchorLineSchema = z.object({
  at: z.iso.datetime(),
  events: z.int().nonnegative(),
  lastHash: z.string().length(64),
  mac: z.string(),
})
export type Anchor = Omit<z.infer<typeof anchorLineSchema>, 'mac'>

export const toAnchorsPath = (dataDir: string) => join(dataDir, 'security-anchors.jsonl')

/** The signed line of an anchor, as stored and sent. */
export function signAnchor({ at, events, lastHash }: Anchor, key: string): string {
  return JSON.stringify({ at, events, lastHash, mac: createMac({ at, events, lastHash }, key) })
}

/** Appends a line to the file, which is never shortened. Resolves when it is on disk. */
export async function appendAnchor(path: string, line: string): Promise<void> {
  await appendFile(path, `${line}\n`, { mode: 0o600, flush: true })
}

/** Reads the anchors in the file, in order, and counts the invalid lines: incomplete, altered, or signed with another key. */
export async function readAnchors(
  path: string,
  key: string,
): Promise<{ anchors: Anchor[]; foreign: number }> {
  const lines = await readAnchorLines(path, key)
  const anchors = lines.map(({ anchor }) => anchor).filter(it => it !== undefined)
  return { anchors, foreign: lines.length - anchors.length }
}

/** Reads every line of the file, with its anchor if it is valid under this key. */
export async function readAnchorLines(
  path: string,
  key: string,
): Promise<{ line: string; anchor: Anchor | undefined }[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => ({ line, anchor: verifyAnchor(line, key) }))
}

function verifyAnchor(line: string, key: string): Anchor | undefined {
  try {
    const { mac, ...anchor } = anchorLineSchema.parse(JSON.parse(line))
    return isSameSecret(mac, createMac(anchor, key)) ? anchor : undefined
  } catch {
    return undefined
  }
}

const createMac = ({ at, events, lastHash }: Anchor, key: string) =>
  signText(key, JSON.stringify(['security-anchor', at, events, lastHash]), 'hex')
