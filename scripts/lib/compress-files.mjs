import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** The file types to compress. Pictures and woff2 are already compressed. */
const texts = ['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']
/** Below this size in bytes, the headers outweigh the savings. */
const worthIt = 1_024

/**
 * Writes a `.br` and a `.gz` next to every text file of at least `worthIt` bytes in a folder, for the server to send unchanged.
 * This happens once at build time, because the strongest compression is too slow for a request.
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
