import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** The file types to compress. Pictures and woff2 are already compressed. */
const texts = ['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']
/** Below this size in bytes, the headers outweigh the savings. */
const worthIt = 1_024

/**
 * Writes a `.br` and a `.gz` next to every text file of at least `worthIt` bytes in a folder, for the server to send unchanged.
 * This happens once at build time, because the strongest compression is too slow for a request.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  await Promise.all(paths.filter(path => texts.includes(extname(path))).map(compressFile))
}

/** @param {string} path */
async function compressFile(path) {
  const content = await readFile(path)
  if (content.length < worthIt) return
  // Both run outside of the main thread, so that all cores compress.
  await Promise.all([
    promisify(brotliCompress)(content).then(body => writeFile(`${path}.br`, body)),
    promisify(gzip)(content, { level: 9 }).then(body => writeFile(`${path}.gz`, body)),
  ])
}
