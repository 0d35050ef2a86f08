import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import type pg from 'pg'

type ShapeOfZone = { id: string; shape: ZoneShape }

const PAGE = 500

/** Reads the shapes of all active zones in batches. Runs as owner, because the cache serves everybody; it is never shown. */
export async function* readActiveShapes(pool: pg.Pool): AsyncGenerator<ShapeOfZone> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await pool.query<ShapeOfZone>(
      `select id, shape from zones where status = 'active' and id > $1 order by id limit ${PAGE}`,
      [after],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

/** Reads the shapes of the given zones, without inactive and deleted ones. */
export async function readZoneShapes(pool: pg.Pool, zoneIds: readonly string[]): Promise<ShapeOfZone[]> {
  const { rows } = await pool.query<ShapeOfZone>(
    `select id, shape from zones where status = 'active' and id = any ($1::uuid[])`,
    [zoneIds],
  )
  return rows
}
