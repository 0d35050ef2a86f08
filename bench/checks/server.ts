import { openDatabase } from '@muster/server/src/db/database.ts'
import { createCheckWriter } from '@muster/server/src/features/presence/check-writer.ts'
import { createHotMembers } from '@muster/server/src/features/presence/hot-members.ts'
import { createHotZones } from '@muster/server/src/features/presence/hot-zones.ts'
import { registerIngest } from '@muster/server/src/features/presence/ingest.ts'
import { createSessions } from '@muster/server/src/rpc/sessions.ts'
import fastify from 'fastify'

export type ServerStats = {
  readonly recorded: number
  readonly refused: number
  readonly failed: number
  readonly batches: number
  readonly waiting: number
  readonly rssBytes: number
}
export type FromServer = { type: 'ready'; origin: string } | { type: 'stats'; stats: ServerStats }

const tell = (message: FromServer) => process.send?.(message)

const db = openDatabase(process.env.BENCH_DATABASE_URL ?? '')
const app = fastify({ logger: { level: 'error', stream: process.stderr } })
const writer = createCheckWriter({ db, log: app.log })
registerIngest(app, {
  sessions: createSessions({ db, sessionDays: 30 }),
  zones: createHotZones(db),
  members: createHotMembers(db),
  writer,
  echo: true,
})
tell({ type: 'ready', origin: await app.listen({ host: '127.0.0.1', port: 0 }) })

process.on('message', async message => {
  if (message === 'stats') {
    const { recorded, refused, failed, batches, waiting } = writer.stats
    tell({
      type: 'stats',
      stats: { recorded, refused, failed, batches, waiting, rssBytes: process.memoryUsage.rss() },
    })
  } else if (message === 'stop') {
    await app.close()
    await writer.stop()
    await db.close()
    process.disconnect()
  }
})
