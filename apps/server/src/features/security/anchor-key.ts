import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anchorsPath, readAnchorLines, signAnchor } from './anchors.ts'

const keyPath = (dataDir: string) => join(dataDir, 'anchor-key')

/**
 * The key of this node's anchors, made on its first start, in a file that only its owner can read. It is for nothing else and
 * is never in the database: whoever owns that could sign anchors with it. Throws when the file is damaged.
 */
export async function readAnchorKey(dataDir: string): Promise<string> {
  const path = keyPath(dataDir)
  try {
    await writeFile(path, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = (await readFile(path, 'utf8')).trim()
  if (key.length < 32)
    throw new Error(`The file ${path} is damaged: bring it back from a backup or delete it.`)
  return key
}

/** Signs anchors made with a former key anew, so that they go on to hold. What is neither's stays as it is. */
export async function signAnchorsAnew(dataDir: string, former: string, key: string): Promise<void> {
  const path = anchorsPath(dataDir)
  const lines = await readAnchorLines(path, former)
  if (!lines.some(({ anchor }) => anchor)) return
  const text = lines.map(({ line, anchor }) => `${anchor ? signAnchor(anchor, key) : line}\n`).join('')
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
}
