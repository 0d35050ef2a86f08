import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterMigrate } from '@muster/server/src/db/after-migrate.ts'
import { startEmbeddedPostgres } from '@muster/server/src/db/embedded/start-embedded-postgres.ts'
import { migrate } from '@muster/server/src/db/migrate.ts'
import * as sql from '@muster/server/src/features/presence/check-batch.sql.ts'
import { seed } from './checks/seed.ts'
const dir = await mkdtemp('/tmp/muster-bench-'); await chmod(dir, 0o755)
const postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'data') })
await migrate(postgres.url, { afterMigrate })
const c = new pg.Client({ connectionString: postgres.url }); await c.connect()
await seed(c, { users: 2000, zones: 50 })
const { rows: pairs } = await c.query('select user_id, zone_id from zone_assignments order by random()')
await c.query('set enable_seqscan=off; set enable_hashjoin=off; set enable_mergejoin=off')
const T: Record<string, number> = {}
const t = async (k: string, q: any) => { const s = performance.now(); const r = await c.query(q); T[k] = (T[k] ?? 0) + performance.now() - s; return r }
const A = (f: (p: any) => any, b: any[]) => `{${b.map(f).join(',')}}`
const N = 128, R = +(process.env.R ?? 400); let at = 0
for (let r = 0; r < R; r++) {
  const b = Array.from({ length: N }, () => ({ ...pairs[at++ % 2000], id: randomUUID() })); const now = Date.now()
  if (r===100) for (const k in T) T[k]=0
  await t('begin', 'begin')
  const lk = await t('lock', { name: 'l', text: sql.lockStates, values: [A(p => p.user_id, b), A(p => p.zone_id, b)], rowMode: 'array' })
  const places = new Map(lk.rows.map((x: any) => [b[x[0]-1].user_id, x[1]]))
  await t('stored', { name: 's', text: sql.findStored, values: [A(p => p.id, b)] })
  const L = { name: 'i', text: sql.record, values: [A(p => p.id, b), A(p => p.zone_id, b), A(p => p.user_id, b), A(() => 28.123456, b), A(() => 77.123456, b), A(() => 5, b), A(() => 'device', b), A(() => now, b), A(() => now, b), A(() => true, b), A(() => true, b), A(() => 50, b), A(() => 50, b), A(() => 'none', b), A(p => '"' + places.get(p.user_id) + '"', b), A(() => true, b), A(() => now - 1000, b), A(() => 'NULL', b), A(() => 'NULL', b), A(() => 'NULL', b)] }
  if (r === -1) { await c.query("load 'auto_explain'; set auto_explain.log_min_duration=0; set auto_explain.log_analyze=on; set auto_explain.log_buffers=on; set auto_explain.log_triggers=on; set client_min_messages=log"); c.on('notice', n => console.log(n.message)) }
  await t('log', L)
  if (r === -1) await c.query('set auto_explain.log_min_duration=-1')
  const zones = Object.groupBy(b, p => p.zone_id) as any
  await t('feed', { name: 'f', text: sql.appendFeed, values: [JSON.stringify(Object.entries(zones).map(([z, v]: any) => ({ topic: 'zone:' + z, kind: 'presence.seen', payload: { zoneId: z, seen: v.map((x: any) => ({ userId: x.user_id, inside: true, at: new Date(now).toISOString() })) } })))] })
  await t('commit', 'commit')
}
for (const k in T) console.log(k.padEnd(8), (T[k]! / (R-100)).toFixed(3), 'ms/batch', (T[k]! / (R-100) / N * 1000).toFixed(2), 'us/check')
for (const [n, text, v] of [['lock', sql.lockStates, [A(p => p.user_id, pairs.slice(0,128)), A(p => p.zone_id, pairs.slice(0,128))]]] as any) {
  await c.query(`prepare x(uuid[],uuid[]) as ${text}`); for (let i=0;i<6;i++) await c.query(`execute x('${v[0]}','${v[1]}')`)
  console.log((await c.query(`explain (analyze, buffers) execute x('${v[0]}','${v[1]}')`)).rows.map((r: any) => r['QUERY PLAN']).join('\n')) }
await c.end(); await postgres.stop(); await rm(dir, { recursive: true, force: true })
