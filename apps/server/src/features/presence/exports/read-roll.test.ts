import { Readable } from 'node:stream'
import { maxSheetRows } from '@muster/contract/presence-exports.ts'
import { expect, it } from 'vitest'
import type { FileRow } from './export-file.ts'
import type { InsideExportRow } from './exports.queries.ts'
import { readRoll, readUnsortedRows } from './read-roll.ts'
import { type FileRollEntry, toRollEntries } from './roll-rows.ts'

const now = Date.parse('2026-11-26T12:00:00.000Z')
const aRow = (lastName: string | null): InsideExportRow => ({
  id: '1',
  user_id: '1',
  at_exact: '',
  first_name: lastName && 'Ann',
  last_name: lastName,
  global_role: lastName && 'app_user',
  zone_role: null,
  user_code: null,
  phone: '+47 1234 5678',
  entry_time: new Date(now),
  captured_at: null,
  accuracy_meters: null,
  latitude: null,
  longitude: null,
  mock: null,
})
const toEntries = (rows: readonly InsideExportRow[], withPhones = true, language = 'en') =>
  toRollEntries(rows, { withPhones, language })

it('stops reading at the row limit, and sorts what it has read', async () => {
  const [entry] = toEntries([aRow('Lind')]) as [FileRollEntry]
  let pageCount = 0
  async function* readPages() {
    for (;;) {
      pageCount++
      yield Array.from({ length: 15_000 }, () => entry)
    }
  }
  expect(await readRoll(readPages(), { now, language: 'en' })).toHaveLength(maxSheetRows)
  expect(pageCount).toBe(4)

  async function* readTwoPages() {
    yield toEntries([aRow('Lind')])
    yield toEntries([aRow('Berg')])
  }
  const roll = await readRoll(readTwoPages(), { now, language: 'en' })
  expect(roll.map(({ lastName }) => lastName)).toEqual(['Berg', 'Lind'])
})

it('yields each page of an unsorted roll as it is read, numbered throughout, with phones only where the page has them', async () => {
  async function* readPages() {
    yield toEntries([aRow('Lind'), aRow('Berg')])
    yield toEntries([aRow('Ash')], false)
  }
  const pages = await Readable.from(readUnsortedRows(readPages(), { now })).toArray()
  expect(pages.map((page: FileRow[]) => page.map(({ cells }) => [cells[0], cells[1], cells[4]]))).toEqual([
    [
      [1, 'Lind', '+47 1234 5678'],
      [2, 'Berg', '+47 1234 5678'],
    ],
    [[3, 'Ash', null]],
  ])
})

it("shows hidden admins by a stand-in name in the reader's language", () => {
  const [english] = toEntries([aRow(null)])
  const [hindi] = toEntries([aRow(null)], true, 'hi')
  expect(english?.lastName).toBe('Administrator')
  expect(hindi?.lastName).toMatch(/\p{Script=Devanagari}/u)
})
