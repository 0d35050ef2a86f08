import { canKeep, keptDb, type SharedFiles } from './kept-db.ts'

/** What was shared is forgotten after this long, in milliseconds. */
const validMs = 24 * 60 * 60 * 1_000

/** Keeps what another app shared until a report takes it: the last share counts. */
export async function putShared(files: File[], text: string): Promise<void> {
  await (await keptDb()).put('shared', { id: 'shared', files, text, at: Date.now() })
}

/** What was shared last, once. */
export async function takeShared(): Promise<SharedFiles | undefined> {
  if (!canKeep()) return undefined
  const write = (await keptDb()).transaction('shared', 'readwrite')
  const shared = await write.store.get('shared')
  if (shared) await write.store.delete('shared')
  await write.done
  return shared && Date.now() - shared.at < validMs ? shared : undefined
}
