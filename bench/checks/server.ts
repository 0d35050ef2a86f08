import { runServer, type ServerStats } from './run-server.ts'

export type BenchServerMessage = { type: 'ready'; origin: string } | { type: 'stats'; stats: ServerStats }

const { BENCH_DATABASE_URL: databaseUrl = '', BENCH_DATA_DIR: dataDir = '' } = process.env
const sendMessage = (message: BenchServerMessage) => process.send?.(message)

const server = await runServer({ databaseUrl, dataDir, observed: process.env.BENCH_OBSERVED ?? '' })
sendMessage({ type: 'ready', origin: server.origin })

process.on('message', async message => {
  if (message === 'stats') sendMessage({ type: 'stats', stats: server.readStats() })
  else if (message === 'stop') {
    await server.stop()
    process.disconnect()
  }
})
