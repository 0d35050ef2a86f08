import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setInterval as every } from 'node:timers/promises'
import { collectFromFeatures } from '@muster/server/src/app/features.ts'
import { openDatabase } from '@muster/server/src/db/database.ts'
import { beginDownload } from '@muster/server/src/features/settings/download/downloads.queries.ts'
import { createPrepareDownload } from '@muster/server/src/features/settings/download/prepare-download.ts'
import { createLocalFiles } from '@muster/server/src/lib/local-files.ts'
import type pg from 'pg'
import { seed } from './checks/seed.ts'
import { size } from './short-form.ts'
import { withDatabase } from './with-database.ts'

const SIZES = size(process.env.BENCH_READINGS ?? '10000,100000,1000000', '10,20')
  .split(',')
  .map(Number)

/**
 * Measures how long it takes to prepare the download of all of a person's data, and the peak memory of this process above its
 * baseline. Each person has a different number of readings, and the smallest number is the reference.
 */
export function benchDownload(): Promise<object[]> {
  return withDatabase(async ({ url, client, dir }) => {
    const people = await seed(client, { users: SIZES.length, zones: 1 })
    const db = openDatabase(url)
    const files = createLocalFiles(join(dir, 'files'))
    const prepare = createPrepareDownload({
      db,
      files,
      mailQueue: { add: async () => undefined },
      personalData: collectFromFeatures('personalData').flat(),
    })
    const lines: object[] = []
    try {
      for (const [index, readingCount] of SIZES.entries()) {
        const person = people[index]
        if (!person) throw new Error('Too few people were made.')
        await fillReadings(client, person, readingCount)
        const id = await db.asOwner('a bench', tx => beginDownload(tx, person.userId))
        const startedAt = performance.now()
        const peakMemory = await measurePeak(() => prepare(id ?? '', new AbortController().signal))
        const seconds = Math.round((performance.now() - startedAt) / 100) / 10
        const { rows } = await client.query('select path from data_downloads where id = $1', [id])
        const { size: bytes } = await stat(join(dir, 'files', rows[0].path))
        lines.push({
          bench: 'download',
          readings: readingCount,
          seconds,
          ...peakMemory,
          zipMb: Math.round(bytes / 1_048_576),
        })
        console.error(JSON.stringify(lines.at(-1)))
      }
    } finally {
      await db.close()
    }
    return lines
  })
}

/** Inserts readings at intervals of two seconds, ending now, into their daily partitions. */
async function fillReadings(
  client: pg.Client,
  { userId, zoneId }: { userId: string; zoneId: string },
  count: number,
) {
  await client.query(
    `insert into position_checks (id, zone_id, user_id, latitude, longitude, accuracy_meters, source, captured_at, received_at,
       inside, certain, distance_to_center_m, distance_to_edge_m, change)
     select uuid_v7(), $1, $2, 28.6 + random() / 100, 77.2 + random() / 100, 5, 'device', at, at, true, true, 1, 1, 'none'
     from generate_series(1, $3::int) n, lateral (select now() - n * interval '2 seconds' as at) t`,
    [zoneId, userId, count],
  )
  await client.query('analyze position_checks')
}

/** Measures the peak memory (MiB) of this process while `work` runs, in total and above the level before `work`. */
async function measurePeak(work: () => Promise<void>): Promise<{ rssMb: number; moreMb: number }> {
  const readRssMb = () => process.memoryUsage.rss() / 1_048_576
  const rssBeforeMb = readRssMb()
  let peakMb = rssBeforeMb
  const watchAbort = new AbortController()
  const watcher = (async () => {
    for await (const _ of every(50, undefined, { signal: watchAbort.signal }))
      peakMb = Math.max(peakMb, readRssMb())
  })().catch(() => undefined)
  await work()
  watchAbort.abort()
  await watcher
  return { rssMb: Math.round(peakMb), moreMb: Math.round(peakMb - rssBeforeMb) }
}
