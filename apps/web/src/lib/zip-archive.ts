/** A file in a zip archive, still compressed. */
export type ZipEntry = {
  readonly name: string
  readonly method: number
  readonly packed: Uint8Array<ArrayBuffer>
}

/** The archive is damaged, or uses an unsupported feature: a password, multiple volumes or Zip64. */
export class ZipProblem extends Error {}

/** An entry is larger than the allowed size. */
export class TooMuchUnpacked extends Error {}

const signature = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }
const sizes = { local: 30, central: 46, end: 22, comment: 0xffff }
const isEncrypted = 1
const methods = { stored: 0, deflated: 8 }

export function isZip(bytes: Uint8Array): boolean {
  return bytes.length > 4 && toDataView(bytes).getUint32(0, true) === signature.local
}

/** Lists the files of an archive (PKWARE APPNOTE 6.3) from its central directory. Decompresses nothing. Throws `ZipProblem`. */
export function zipEntries(bytes: Uint8Array<ArrayBuffer>): ZipEntry[] {
  const view = toDataView(bytes)
  try {
    const end = endOfDirectory(view)
    const entries: ZipEntry[] = []
    let at = view.getUint32(end + 16, true)
    for (let count = view.getUint16(end + 10, true); count > 0; count--) {
      if (view.getUint32(at, true) !== signature.central) throw new ZipProblem('directory')
      const [name, extra, comment] = [28, 30, 32].map(place => view.getUint16(at + place, true))
      const header = view.getUint32(at + 42, true)
      const nameEnd = at + sizes.central + (name ?? 0)
      const from =
        header + sizes.local + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
      const to = from + view.getUint32(at + 20, true)
      if (to > bytes.length) throw new ZipProblem('cut off')
      entries.push({
        name: new TextDecoder().decode(bytes.subarray(at + sizes.central, nameEnd)),
        method: view.getUint16(at + 8, true) & isEncrypted ? -1 : view.getUint16(at + 10, true),
        packed: bytes.subarray(from, to),
      })
      at = nameEnd + (extra ?? 0) + (comment ?? 0)
    }
    return entries
  } catch (error) {
    throw error instanceof RangeError ? new ZipProblem('cut off') : error
  }
}

/**
 * Decompresses one file chunk by chunk, and stops beyond `maxBytes` whatever size the directory states, because a small archive can
 * expand to gigabytes. Throws `ZipProblem` or `TooMuchUnpacked`.
 */
export async function unpackEntry({ method, packed }: ZipEntry, maxBytes: number): Promise<Uint8Array> {
  if (method !== methods.stored && method !== methods.deflated) throw new ZipProblem('method')
  const source = new Blob([packed]).stream()
  const reader = (
    method === methods.stored ? source : source.pipeThrough(new DecompressionStream('deflate-raw'))
  ).getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  while (true) {
    const { value, done } = await reader.read().catch(() => {
      throw new ZipProblem('damaged')
    })
    if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer())
    size += value.length
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined)
      throw new TooMuchUnpacked()
    }
    pieces.push(value)
  }
}

/** The end record is last, followed only by a comment. */
function endOfDirectory(view: DataView): number {
  const last = view.byteLength - sizes.end
  for (let at = last; at >= Math.max(0, last - sizes.comment); at--) {
    if (view.getUint32(at, true) === signature.end) return at
  }
  throw new ZipProblem('no directory')
}

const toDataView = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)
