import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import type pg from 'pg'

type ZoneShapeRow = { id: string; shape: ZoneShape }

const PAGE_SIZE = 500

/** Runs as the database owner, because the cache serves everybody and is never shown. */
export async function* readActiveShapes(pool: pg.Pool): AsyncGenerator<ZoneShapeRow> {
  for (let lastId = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await pool.query<ZoneShapeRow>(
      `select id, shape from zones where status = 'active' and id > $1 order by id limit ${PAGE_SIZE}`,
      [lastId],
    )
    yield* rows
    const lastRow = rows.at(-1)
    if (!lastRow || rows.length < PAGE_SIZE) return
    lastId = lastRow.id
  }
}

/** Reads the shapes of those given zones that are active. */
export async function readZoneShapes(pool: pg.Pool, zoneIds: readonly string[]): Promise<ZoneShapeRow[]> {
  const { rows } = await pool.query<ZoneShapeRow>(
    `select id, shape from zones where status = 'active' and id = any ($1::uuid[])`,
    [zoneIds],
  )
  return rows
}
