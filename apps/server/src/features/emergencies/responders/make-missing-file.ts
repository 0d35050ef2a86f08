import { Readable } from 'node:stream'
import { id } from '@muster/contract/ids.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import type { Database, Tx } from '../../../db/database.ts'
import { readTimeZone } from '../../../db/time-zone.ts'
import { createConcurrencyLimit } from '../../../lib/concurrency-limit.ts'
import { toFileTime } from '../../../lib/file-time.ts'
import { makeInThread } from '../../../lib/make-in-thread.ts'
import { mediaTypes } from '../../../lib/media-types.ts'
import { createInZoneAccess } from '../../../rpc/access.ts'
import { enterZoneOfResource } from '../../../rpc/calling.ts'
import type { ResourceActor } from '../../../rpc/define-resource.ts'
import { createBusyError, fail } from '../../../rpc/fail.ts'
import { readOwnLanguage } from '../../../rpc/reading-language.queries.ts'
import { audit } from '../../security/index.ts'
import { countOnRoll } from '../board/roll-counts.queries.ts'
import { listPeopleInside, personInsideView } from '../captains/people-inside.queries.ts'
import { ofEmergency } from '../emergencies.policy.ts'
import {
  countUnlistedInside,
  type MissingScope,
  readMissingScope,
  readPartOfRoll,
} from '../emergency-zones.queries.ts'
import { readSought } from '../roll-people.view.ts'
import type { MissingDocument, toMissingPdf } from './missing-pdf.ts'

const readAccess = createInZoneAccess('view_attendance')
/** Maximum people in a file, which says so if there are more. */
const maxRows = 10_000
/** Limits how many files this node makes at once, because each takes a thread. */
const fileQueue = createConcurrencyLimit({ running: 2, waiting: 20, createFullError: createBusyError })

export type MissingRequest = {
  readonly emergencyId: string
  /** True for a job, which has no session: PIN entry was checked when the file was requested, and `directPdfRows` does not apply. */
  readonly isJob?: boolean
}

/**
 * Makes the PDF of the people who are not accounted for, as the actor sees them. Throws PDF_TOO_LARGE unless a job makes it, which logs
 * the export itself once the file is finished, with `logExport`.
 */
export async function makeMissingFile(
  { db, timeZone }: { readonly db: Pick<Database, 'asActor'>; readonly timeZone: string },
  actor: ResourceActor,
  request: MissingRequest,
  signal?: AbortSignal,
  onProgress?: (percent: number) => void,
) {
  const { isJob } = request
  if (!isJob && !fileQueue.hasCapacity('')) throw createBusyError()
  const { document, visibleScope, logExport } = await db.asActor(actor, async tx => {
    const list = await readMissing(tx, actor, { ...request, timeZone })
    if (!isJob) await list.logExport(tx)
    return list
  })
  const makeContent = () =>
    makeInThread<typeof toMissingPdf>(
      new URL('./missing-pdf.ts', import.meta.url),
      'toMissingPdf',
      document,
      signal,
      onProgress,
    )
  // Jobs have a queue of their own.
  const content = await (isJob ? makeContent() : fileQueue.run('', makeContent))
  return {
    name: `missing-${toFileTime(document.at, document.timeZone)}.pdf`,
    content,
    rows: document.people.length,
    visibleScope,
    logExport,
  }
}

/** The input of `POST /download/emergency`. */
export const missingDownload = z.strictObject({ emergencyId: id })

/** Makes the same file for `POST /download/emergency`. */
export async function makeMissingDownload(...options: Parameters<typeof makeMissingFile>) {
  const { name, content } = await makeMissingFile(...options)
  return { name, mediaType: mediaTypes.pdf, content: Readable.from([content]) }
}

/** Returns the emergency and what the actor sees of it. Throws as the calls of the board do. */
export async function enterEmergency(
  tx: Tx,
  actor: ResourceActor,
  { emergencyId, isJob = false }: MissingRequest,
) {
  const access = { ...readAccess, pin: !isJob }
  const emergency = await enterZoneOfResource(tx, access, actor, ofEmergency, { emergencyId })
  return { emergency, visibleScope: await readMissingScope(tx, emergencyId) }
}

/**
 * Reads what stands in the file as the actor, and returns a function that records its export in the security log. Throws as the calls of
 * the board do.
 */
async function readMissing(
  tx: Tx,
  actor: ResourceActor,
  { emergencyId, timeZone, isJob }: MissingRequest & { readonly timeZone: string },
): Promise<{
  document: MissingDocument
  visibleScope: MissingScope
  logExport: (tx: Tx) => Promise<unknown>
}> {
  const { emergency, visibleScope } = await enterEmergency(tx, actor, { emergencyId, isJob })
  const language = await readOwnLanguage(tx)
  const { people, states } = await countOnRoll(tx, emergencyId)
  const sought = states.help + states.missing
  if (!isJob && sought > limits.directPdfRows) throw fail('PDF_TOO_LARGE')
  const listed = (await readSought(tx, emergencyId, { limit: maxRows })).slice(0, maxRows)
  const inside = (await listPeopleInside(tx, emergencyId)).map(personInsideView)
  const shownZones = await readPartOfRoll(tx, emergencyId)
  const hasPositions = listed.some(it => it.position !== null)
  const logExport = (tx: Tx) =>
    audit(tx, 'data_access:missing_exported', {
      actorId: actor.userId,
      accessType: 'emergency_pdf',
      emergencyId,
      rows: listed.length,
      withPoints: hasPositions,
    })
  const document: MissingDocument = {
    kind: emergency.kind,
    zoneName: shownZones ?? emergency.zone_name,
    isPartial: shownZones !== null,
    drill: emergency.drill,
    timeZone: await readTimeZone(tx, emergency.zone_id, timeZone),
    language,
    at: Date.now(),
    total: people,
    sought,
    unlistedBadges: await countUnlistedInside(tx, emergencyId),
    hasZones: emergency.scope !== 'zone',
    people: listed,
    inside,
  }
  return {
    document,
    logExport,
    visibleScope: {
      ...visibleScope,
      located: hasPositions ? visibleScope.located : [],
      marked: listed.some(it => it.needs !== '') ? visibleScope.marked : [],
    },
  }
}
