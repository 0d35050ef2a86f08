import { beforeEach } from 'vitest'
import type { TestUser } from '../../../testing/factories.ts'
import { testServices } from '../../../testing/test-services.ts'
import { testWorld } from '../../../testing/test-world.ts'

export const nightShift = { id: '' }

/** Prepares a zone whose manager stores files. */
export function prepareDocuments() {
  const muster = testServices()
  const { zone, manager, watcher, ann, bob } = testWorld(muster, {
    manager: { firstName: 'Mia', in: 'zone_manager_rw' },
    watcher: 'zone_manager_ro',
    ann: 'app_user',
    bob: 'app_user',
  })
  beforeEach(async () => {
    const { group } = await muster.call(manager).groups.create({
      zoneId: zone.id,
      requestId: crypto.randomUUID(),
      name: 'Night shift',
      members: [ann.id],
    })
    nightShift.id = group.id
  })
  const documentsAs = (who: TestUser) => muster.call(who).documents
  /** Runs `work` and returns its result with the topics on which it announced a change of the zone's files, in order. */
  async function recordTopics<T>(work: () => Promise<T>) {
    const { pool } = muster.db
    const { rows: lastEventRows } = await pool.query('select coalesce(max(seq), 0) as seq from feed_events')
    const result = await work()
    const { rows } = await pool.query(
      `select topic from feed_events where seq > $1 and kind = 'documents.changed' and payload ->> 'zoneId' = $2 order by seq`,
      [lastEventRows[0].seq, zone.id],
    )
    return { result, topics: rows.map(row => row.topic) }
  }
  /** Creates a file as the upload endpoint stores it. */
  async function uploadFile(name: string, who = manager, size = 100) {
    const { rows } = await muster.db.pool.query(
      `insert into stored_files (request_id, path, name, media_type, size_bytes, uploaded_by)
      values (gen_random_uuid(), 'documents/' || gen_random_uuid() || '.pdf', $1, 'application/pdf', $2, $3) returning id`,
      [name, size, who.id],
    )
    return rows[0].id as string
  }
  const addDocument = async (name: string, folderId?: string) =>
    documentsAs(manager).add({
      zoneId: zone.id,
      fileId: await uploadFile(name),
      title: name.replace(/\.\w+$/, ''),
      ...(folderId && { folderId }),
    })
  const listAlerts = async (who: TestUser) =>
    (await muster.call(who).alerts.list({})).rows
      .filter(it => it.type === 'document_upload')
      .map(it => it.title)
  return {
    muster,
    zone,
    manager,
    watcher,
    ann,
    bob,
    documentsAs,
    recordTopics,
    uploadFile,
    addDocument,
    listAlerts,
  }
}
