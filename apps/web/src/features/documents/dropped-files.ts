/** A dropped file and the folders containing it, outermost first. */
export type DroppedFile = { readonly file: File; readonly folders: readonly string[] }

const MAX_DEPTH = 10
const MAX_FILES = 500

/**
 * Returns the dropped files, including those in dropped folders, up to `MAX_FILES` files and `MAX_DEPTH` levels. Browsers that
 * cannot read folders return only the files themselves, without a limit. Must be called before the drop event ends.
 */
export async function readDroppedFiles(data: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...data.items].flatMap(item => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return [...data.files].map(file => ({ file, folders: [] }))
  const files: DroppedFile[] = []
  for (const entry of entries) await collectFiles(entry, [], files)
  return files
}

async function collectFiles(
  entry: FileSystemEntry,
  folders: readonly string[],
  files: DroppedFile[],
): Promise<void> {
  if (files.length >= MAX_FILES) return
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    files.push({ file, folders })
  } else if (folders.length < MAX_DEPTH) {
    const reader = (entry as FileSystemDirectoryEntry).createReader()
    // `readEntries` returns one batch at a time, and an empty one at the end.
    for (;;) {
      const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      )
      if (batch.length === 0) break
      for (const child of batch) await collectFiles(child, [...folders, entry.name], files)
    }
  }
}
