/** A file in a zip archive, still compressed. */
export type ZipEntry = {
  readonly name: string
  readonly method: number
  readonly packed: Uint8Array<ArrayBuffer>
}

/** Thrown if the archive is damaged, or uses an unsupported feature: a password, multiple volumes or Zip64. */
export class ZipError extends Error {}

/** Thrown if an entry is larger than the allowed size. */
export class UnpackLimitError extends Error {}

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }
const headerSizes = { local: 30, central: 46, end: 22, comment: 0xffff }
const encryptedFlag = 1
const compressionMethods = { stored: 0, deflated: 8 }

export function isZip(bytes: Uint8Array): boolean {
  return bytes.length > 4 && toDataView(bytes).getUint32(0, true) === signatures.local
}

/** Lists the files in an archive (PKWARE APPNOTE 6.3) from its central directory. Decompresses nothing. Throws `ZipError`. */
export function readZipEntries(bytes: Uint8Array<ArrayBuffer>): ZipEntry[] {
  const view = toDataView(bytes)
  try {
    const endRecordOffset = findEndRecordOffset(view)
    const entries: ZipEntry[] = []
    let offset = view.getUint32(endRecordOffset + 16, true)
    for (
      let remainingEntries = view.getUint16(endRecordOffset + 10, true);
      remainingEntries > 0;
      remainingEntries--
    ) {
      if (view.getUint32(offset, true) !== signatures.central) throw new ZipError('directory')
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map(fieldOffset =>
        view.getUint16(offset + fieldOffset, true),
      )
      const localHeaderOffset = view.getUint32(offset + 42, true)
      const nameEnd = offset + headerSizes.central + (nameLength ?? 0)
      const dataStart =
        localHeaderOffset +
        headerSizes.local +
        view.getUint16(localHeaderOffset + 26, true) +
        view.getUint16(localHeaderOffset + 28, true)
      const dataEnd = dataStart + view.getUint32(offset + 20, true)
      if (dataEnd > bytes.length) throw new ZipError('cut off')
      entries.push({
        name: new TextDecoder().decode(bytes.subarray(offset + headerSizes.central, nameEnd)),
        method: view.getUint16(offset + 8, true) & encryptedFlag ? -1 : view.getUint16(offset + 10, true),
        packed: bytes.subarray(dataStart, dataEnd),
      })
      offset = nameEnd + (extraLength ?? 0) + (commentLength ?? 0)
    }
    return entries
  } catch (error) {
    throw error instanceof RangeError ? new ZipError('cut off') : error
  }
}

/** Stops beyond `maxBytes`, because a small archive can expand to gigabytes. Throws `ZipError` or `UnpackLimitError`. */
export async function unpackEntry({ method, packed }: ZipEntry, maxBytes: number): Promise<Uint8Array> {
  if (method !== compressionMethods.stored && method !== compressionMethods.deflated)
    throw new ZipError('method')
  const source = new Blob([packed]).stream()
  const reader = (
    method === compressionMethods.stored ? source : source.pipeThrough(new DecompressionStream('deflate-raw'))
  ).getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let totalBytes = 0
  while (true) {
    const { value, done } = await reader.read().catch(() => {
      throw new ZipError('damaged')
    })
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    totalBytes += value.length
    if (totalBytes > maxBytes) {
      await reader.cancel().catch(() => undefined)
      throw new UnpackLimitError()
    }
    chunks.push(value)
  }
}

/** Returns the offset of the end record, which comes last, followed only by a comment. */
function findEndRecordOffset(view: DataView): number {
  const lastOffset = view.byteLength - headerSizes.end
  for (let offset = lastOffset; offset >= Math.max(0, lastOffset - headerSizes.comment); offset--) {
    if (view.getUint32(offset, true) === signatures.end) return offset
  }
  throw new ZipError('no directory')
}

const toDataView = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)
