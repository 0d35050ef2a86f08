import { limits } from '@muster/domain/limits.ts'
import type { WriteContext } from '../../live/write.ts'
import type { ActorZone } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { deleteFile, findHazardFile } from '../files/index.ts'
import { lockHazard } from './change-hazard.ts'
import { hazardChanged, hazardsEvents } from './hazards.events.ts'
import { mayParticipate } from './hazards.policy.ts'
import { updatePhotos } from './hazards.queries.ts'

type HazardActor = { readonly zone: ActorZone; readonly userId: string }

/** Returns a function that records the file at the locked hazard. Throws HAZARD_NOT_FOUND, FORBIDDEN, FILES_FULL. */
export async function lockHazardForFile(
  { tx, publish }: WriteContext,
  { zone, userId }: HazardActor,
  hazardId: string,
) {
  const row = await lockHazard(tx, { zone, userId }, hazardId)
  if (!mayParticipate(zone, userId, row)) throw fail('FORBIDDEN')
  if (row.photo_urls.length >= limits.hazardAttachmentsMost) throw fail('FILES_FULL')
  return async (path: string) => {
    await updatePhotos(tx, row.id, [...row.photo_urls, path])
    publish(hazardsEvents, hazardChanged(row, 'files'))
  }
}

/**
 * Removes a file; only its uploader and people who manage hazards may do so. The content is removed with the row. Throws
 * HAZARD_NOT_FOUND, FORBIDDEN, FILE_NOT_FOUND.
 */
export async function removeHazardFile(
  { tx, publish }: WriteContext,
  { zone, userId }: HazardActor,
  { hazardId, fileId }: { hazardId: string; fileId: string },
) {
  const row = await lockHazard(tx, { zone, userId }, hazardId)
  if (!mayParticipate(zone, userId, row)) throw fail('FORBIDDEN')
  const file = await findHazardFile(tx, hazardId, fileId)
  if (!file || !(await deleteFile(tx, file.id))) throw fail('FILE_NOT_FOUND')
  await updatePhotos(
    tx,
    row.id,
    row.photo_urls.filter(path => path !== file.path),
  )
  publish(hazardsEvents, hazardChanged(row, 'files'))
}
