import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterMigrate } from '/work/main/apps/server/src/db/after-migrate.ts'
import { startEmbeddedPostgres } from '/work/main/apps/server/src/db/embedded/start-embedded-postgres.ts'
import { migrate } from '/work/main/apps/server/src/db/migrate.ts'
import { openLoader } from '/work/main/bench/checks/loader.ts'
import { seed } from '/work/main/bench/checks/seed.ts'
import { startServer } from '/work/main/bench/checks/start-server.ts'
import pg from '/work/main/node_modules/pg/esm/index.mjs'

const dir = await mkdtemp('/tmp/muster-bench-')
await chmod(dir, 0o755)
const settings = JSON.parse(process.env.PGSET ?? '{}')
const postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'data'), settings })
await migrate(postgres.url, { afterMigrate })
const client = new pg.Client({ connectionString: postgres.url })
await client.connect()
if (process.env.SQL) await client.query(process.env.SQL)
const senders = await seed(client, { users: 2000, zones: 50 })
const server = await startServer(postgres.url, dir)
const loader = await openLoader(dir, server.origin, senders)
const cpu = () => {
  const m = new Map()
  const idle = 0
  for (const p of readdirSync('/proc')) {
    if (!/^\d+$/.test(p)) continue
    try {
      const s = readFileSync(`/proc/${p}/stat`, 'utf8')
      const r = s.slice(s.lastIndexOf(')') + 2).split(' ')
      const c = readFileSync(`/proc/${p}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 60)
      m.set(p, { c, u: +r[11], s: +r[12] })
    } catch {}
  }
  return { m, stat: readFileSync('/proc/stat', 'utf8').split('\n')[0] }
}
const conns = +(process.env.C ?? 256)
await loader.run('/ingest/positions', { connections: conns, seconds: 4 })
if (!process.env.ONLY) await loader.run('/ingest/echo', { connections: conns, seconds: 2 })
for (let i = 0; i < +(process.env.N ?? 2); i++)
  for (const path of (process.env.ONLY ?? '/ingest/positions,/ingest/echo').split(',')) {
    const st0 = await server.stats()
    const a = cpu()
    const t = performance.now()
    const p = loader.run(path, { connections: conns, seconds: 6 })
    let b: any
    setTimeout(() => {
      b = cpu()
    }, 5800)
    const r = await p
    const st1 = await server.stats()
    const sec = 5.8
    console.log(
      path,
      Math.round(r.perSecond),
      'p50',
      r.p50Ms,
      'p99',
      r.p99Ms,
      'batch',
      ((st1.recorded - st0.recorded) / (st1.batches - st0.batches)).toFixed(0),
      a.stat
        .split(' ')
        .slice(2, 10)
        .map((x, i) => +b.stat.split(' ')[i + 2] - +x)
        .join(','),
    )
    for (const [pid, v] of b.m) {
      const o = a.m.get(pid) ?? { u: 0, s: 0 }
      const d = v.u + v.s - o.u - o.s
      if (d / sec >= 2)
        console.log(
          '   ',
          v.c.padEnd(60),
          'user',
          ((((v.u - o.u) * 10) / (r.perSecond * sec)) * 1000).toFixed(1),
          'sys',
          ((((v.s - o.s) * 10) / (r.perSecond * sec)) * 1000).toFixed(1),
          'us/req',
          (d / sec).toFixed(0) + '%',
        )
    }
  }
await server.stop()
await client.end()
await postgres.stop()
await rm(dir, { recursive: true, force: true })
