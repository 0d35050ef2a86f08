import { toActionTime } from '../../rpc/act-time.ts'
import { api, inZone } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { readingRequestedAlert } from './documents.alerts.ts'
import { documentsEvents } from './documents.events.ts'
import { type DocumentRow, findDocument } from './documents.queries.ts'
import { confirmationView, readerView } from './documents.view.ts'
import { logReadersChanged, logReadingsEnded } from './end-readings.ts'
import { findGroupOfZone } from './folders.queries.ts'
import {
  deleteReading,
  findReading,
  insertConfirmation,
  insertReading,
  listConfirmations,
  listReaders,
  markReminded,
} from './readings.queries.ts'

const requestLimit = { name: 'reading', points: 120, seconds: 60 * 60 }
const MAX_CONFIRMATIONS = 1_000

export const readingsProcedures = {
  askReading: api.documents.askReading
    .use(inZone('upload_files', { rateLimit: requestLimit }))
    .handler(async ({ context, input: { documentId, ask, groupId } }) => {
      const { tx, publish, alert, actor, zone } = context
      const document = await findDocument(tx, actor.userId, zone.id, documentId)
      if (!document) throw fail('DOCUMENT_NOT_FOUND')
      if (groupId !== null && !(await findGroupOfZone(tx, zone.id, groupId))) throw fail('GROUP_NOT_FOUND')
      const formerReading = await deleteReading(tx, documentId)
      if (formerReading && !ask)
        await logReadingsEnded(tx, actor.userId, zone.id, [{ ...document, ...formerReading }])
      if (formerReading && ask && formerReading.group_id !== groupId)
        await logReadersChanged(tx, actor.userId, zone.id, { ...document, ...formerReading }, groupId)
      if (ask) {
        await insertReading(tx, { documentId, zoneId: zone.id, groupId, askedBy: actor.userId })
        alert(readingRequestedAlert(toAlertedDocument(document)))
      }
      publish(documentsEvents, { kind: 'documents.changed', zoneId: zone.id })
      return { asked: ask }
    }),

  confirm: api.documents.confirm
    .use(inZone('view_files', { rateLimit: requestLimit }))
    .handler(async ({ context: { tx, publish, actor, zone }, input: { documentId, version, waitedMs } }) => {
      const row = await findDocument(tx, actor.userId, zone.id, documentId)
      if (!row) throw fail('DOCUMENT_NOT_FOUND')
      if (!row.is_reader) throw fail('NOT_A_READER')
      if (version !== undefined && version > row.version) throw fail('DOCUMENT_VERSION_UNKNOWN')
      const wasInserted = await insertConfirmation(tx, {
        documentId,
        userId: actor.userId,
        version: version ?? row.version,
        ...toActionTime(waitedMs),
      })
      // The requirement may have ended since the document row was read.
      if (!wasInserted) throw fail('NOT_A_READER')
      publish(documentsEvents, { kind: 'documents.changed', zoneId: zone.id })
      return { confirmed: true as const }
    }),

  readers: api.documents.readers
    .use(inZone('view_zone_users'))
    .handler(async ({ context: { tx, actor, zone }, input: { documentId } }) => {
      if (!(await findDocument(tx, actor.userId, zone.id, documentId))) throw fail('DOCUMENT_NOT_FOUND')
      const reading = await findReading(tx, documentId)
      const readers = await listReaders(tx, documentId)
      const confirmations = await listConfirmations(tx, documentId, MAX_CONFIRMATIONS)
      return {
        confirmed: readers.filter(it => it.is_current).length,
        people: readers.length,
        readers: readers.slice(0, MAX_CONFIRMATIONS).map(readerView),
        remindedAt: reading?.reminded_at?.toISOString() ?? null,
        confirmations: confirmations.map(confirmationView),
      }
    }),

  remind: api.documents.remind
    .use(inZone('upload_files', { rateLimit: requestLimit }))
    .handler(async ({ context: { tx, publish, alert, actor, zone }, input: { documentId } }) => {
      const document = await findDocument(tx, actor.userId, zone.id, documentId)
      if (!document) throw fail('DOCUMENT_NOT_FOUND')
      if (!(await findReading(tx, documentId))) throw fail('READING_NOT_ASKED')
      const waitingReaders = (await listReaders(tx, documentId)).filter(it => !it.is_current)
      const remindedAt = await markReminded(tx, documentId)
      if (!remindedAt) throw fail('REMINDED_ALREADY')
      alert(readingRequestedAlert(toAlertedDocument(document), remindedAt))
      publish(documentsEvents, { kind: 'documents.changed', zoneId: zone.id })
      return { people: waitingReaders.length }
    }),
}

const toAlertedDocument = ({ document_id, zone_id, folder_id, title, version }: DocumentRow) => ({
  id: document_id,
  zoneId: zone_id,
  folderId: folder_id,
  title,
  version,
})
