import { randomBytes } from 'node:crypto'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readAnchorLines, signAnchor, toAnchorsPath } from './anchors.ts'

const toKeyPath = (dataDir: string) => join(dataDir, 'anchor-key')

/**
 * Created on the first start, readable by its owner only. Never in the database, whose owner could then sign anchors. Throws if
 * damaged. `onLost`: the key is new although this node has signed anchors, which can no longer be verified.
 */
export async function readAnchorKey(
  dataDir: string,
  onLost: (path: string) => void = () => undefined,
): Promise<string> {
  const path = toKeyPath(dataDir)
  try {
    await writeFile(path, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true })
    if (await hasAnchors(dataDir)) onLost(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = (await readFile(path, 'utf8')).trim()
  if (key.length < 32)
    throw new Error(`The file ${path} is damaged: bring it back from a backup or delete it.`)
  return key
}

const hasAnchors = (dataDir: string) =>
  stat(toAnchorsPath(dataDir)).then(
    ({ size }) => size > 0,
    () => false,
  )

/** Keeps anchors signed with a previous key valid. Lines signed with neither key stay unchanged. */
export async function replaceAnchorSignatures(
  dataDir: string,
  previousKey: string,
  key: string,
): Promise<void> {
  const path = toAnchorsPath(dataDir)
  const lines = await readAnchorLines(path, previousKey)
  if (!lines.some(({ anchor }) => anchor)) return
  const text = lines.map(({ line, anchor }) => `${anchor ? signAnchor(anchor, key) : line}\n`).join('')
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
}
