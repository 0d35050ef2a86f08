import { maxSheetRows } from '@muster/contract/presence-exports.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { sortRoll } from '@muster/domain/roll.ts'
import type { FileRow } from './export-file.ts'
import { type FileRollEntry, type FileRollRow, toRollFileRow } from './roll-rows.ts'

type EntryPages = AsyncIterable<readonly FileRollEntry[]>
type Options = { readonly now: number; readonly language: string }

const PAGE_SIZE = 2_000

/** Reads at most the first `maxSheetRows` people to come in, and sorts them as on the printed roll. */
export async function readRoll(pages: EntryPages, { now, language }: Options): Promise<FileRollRow[]> {
  const entries: FileRollEntry[] = []
  for await (const page of pages) {
    entries.push(...page)
    if (entries.length >= maxSheetRows) break
  }
  return sortRoll(entries.slice(0, maxSheetRows), now, language)
}

/** Yields the rows of a roll in pages, sorted as on the printed roll. */
export async function* readSortedRows(pages: EntryPages, options: Options): AsyncGenerator<FileRow[]> {
  const roll = await readRoll(pages, options)
  for (let from = 0; from < roll.length; from += PAGE_SIZE)
    yield roll.slice(from, from + PAGE_SIZE).map(toRollFileRow)
}

/** Yields the rows of a roll page by page as they are read, because a roll of any length does not fit into memory to be sorted. */
export async function* readUnsortedRows(
  pages: EntryPages,
  { now }: Pick<Options, 'now'>,
): AsyncGenerator<FileRow[]> {
  let count = 0
  for await (const page of pages) {
    const start = count
    yield page.map((entry, index) =>
      toRollFileRow({
        ...entry,
        number: start + index + 1,
        isUnseen: entry.unseen ?? !isSeenLately(Date.parse(entry.lastSeen), now),
      }),
    )
    count += page.length
  }
}
