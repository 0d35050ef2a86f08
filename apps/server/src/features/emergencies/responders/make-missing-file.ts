import { Readable } from 'node:stream'
import { id } from '@muster/contract/ids.ts'
import type { EmergencyKind, PersonState, RollReason } from '@muster/domain/emergency.ts'
import { toPlusCode } from '@muster/domain/geo/plus-code.ts'
import { limits } from '@muster/domain/limits.ts'
import { sortSought } from '@muster/domain/roll-order.ts'
import { findStandInName } from '@muster/domain/stand-in-name.ts'
import { z } from 'zod'
import type { Database, Tx } from '../../../db/database.ts'
import { readTimeZone } from '../../../db/time-zone.ts'
import { createConcurrencyLimit } from '../../../lib/concurrency-limit.ts'
import { toFileTime } from '../../../lib/file-time.ts'
import { makeInThread } from '../../../lib/make-in-thread.ts'
import { mediaTypes } from '../../../lib/media-types.ts'
import { render } from '../../../lib/texts/render.ts'
import { createInZoneAccess } from '../../../rpc/access.ts'
import { enterZoneOfResource } from '../../../rpc/calling.ts'
import type { ResourceActor } from '../../../rpc/define-resource.ts'
import { createBusyError, fail } from '../../../rpc/fail.ts'
import { readOwnLanguage } from '../../../rpc/reading-language.queries.ts'
import { appendSecurityEvent } from '../../security/index.ts'
import { listLastPositions } from '../board/last-positions.queries.ts'
import { countOnRoll, unknownSection } from '../board/roll-counts.queries.ts'
import { listPeopleInside, personInsideView } from '../captains/people-inside.queries.ts'
import { ofEmergency } from '../emergencies.policy.ts'
import { listPeople, type PersonRow } from '../emergencies.queries.ts'
import {
  countUnlistedInside,
  type MissingScope,
  readMissingScope,
  readPartOfRoll,
} from '../emergency-zones.queries.ts'
import { toListName } from '../roll-name.ts'
import type { MissingDocument } from './missing-document.ts'
import type { toMissingPdf } from './missing-pdf.ts'

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
    rows: document.rows.length,
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
  const readState = (state: 'help' | 'missing') =>
    listPeople(tx, emergencyId, { state, listed: 'counted' }, { after: undefined, limit: maxRows })
  // The missing are read first, so that somebody who calls for help between the two reads is in at least one of them.
  const missing = await readState('missing')
  const help = await readState('help')
  const helpIds = new Set(help.map(it => it.id))
  const positions = new Map((await listLastPositions(tx, emergencyId)).map(it => [it.person_id, it]))
  const toRow = (row: PersonRow) => {
    const position = positions.get(row.id)
    return {
      name: render(findStandInName(toListName(row)) ?? toListName(row), language),
      state: row.state as PersonState,
      ...(row.section === unknownSection && { isUnknown: true, unknownBadge: row.badge ?? row.name }),
      phone: row.phone,
      needs: row.needs ?? '',
      ...(row.answer && row.answered_at && { answer: { words: row.answer, at: row.answered_at.getTime() } }),
      why: row.why as RollReason,
      lastSeen: row.last_seen_at?.getTime() ?? null,
      zoneName: row.zone_name,
      position: position
        ? {
            plusCode: toPlusCode({ lat: position.latitude, lng: position.longitude }),
            at: position.at.getTime(),
          }
        : null,
    }
  }
  const rows = sortSought(
    [...help, ...missing.filter(it => !helpIds.has(it.id))].slice(0, maxRows).map(toRow),
  )
  const inside = (await listPeopleInside(tx, emergencyId)).map(personInsideView)
  const shownZones = await readPartOfRoll(tx, emergencyId)
  const logExport = (tx: Tx) =>
    appendSecurityEvent(tx, {
      type: 'data_access',
      description: 'Exported who is missing in an emergency: emergency_pdf.',
      actorId: actor.userId,
      metadata: {
        accessType: 'emergency_pdf',
        emergencyId,
        rows: rows.length,
        withPoints: positions.size > 0,
      },
    })
  const document: MissingDocument = {
    kind: emergency.kind as EmergencyKind,
    zoneName: shownZones ?? emergency.zone_name,
    isPartial: shownZones !== null,
    drill: emergency.drill,
    timeZone: await readTimeZone(tx, emergency.zone_id, timeZone),
    language,
    at: Date.now(),
    people,
    help: states.help,
    missing: states.missing,
    unlistedBadges: await countUnlistedInside(tx, emergencyId),
    hasZones: emergency.scope !== 'zone',
    rows,
    inside: inside.map(({ name, phone, team, zoneName, confirmedAt }) => ({
      ...{ name: render(findStandInName(name) ?? name, language), phone, team, zoneName },
      confirmedAt: confirmedAt === null ? null : Date.parse(confirmedAt),
    })),
  }
  return {
    document,
    logExport,
    visibleScope: {
      ...visibleScope,
      located: positions.size > 0 ? visibleScope.located : [],
      marked: rows.some(it => it.needs !== '') ? visibleScope.marked : [],
    },
  }
}
