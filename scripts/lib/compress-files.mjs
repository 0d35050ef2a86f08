import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** Pictures and woff2 are packed already. */
const texts = ['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']
/** Below, the headers weigh as much as is saved. */
const worthIt = 1_024

/**
 * Lays a `.br` and a `.gz` beside every text of a folder, for the server to send as they are. Once, at the build: the
 * strongest compression is too slow for a request.
 * @param {string} folder
 */
export function compressFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !texts.includes(extname(path))) continue
    const content = readFileSync(path)
    if (content.length < worthIt) continue
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}
