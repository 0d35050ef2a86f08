import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../db/database.ts'
import { pluck } from '../../db/rows.ts'
import { audit } from '../security/index.ts'
import { readOutcomes, toStateColumns } from './claims.queries.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import {
  computeDigest,
  countNames,
  findLoggedRecord,
  type LateClaimsOf,
  listLateClaims,
  listStates,
  lockRoll,
  recordVersions,
  sealRoll,
  storeDigest,
} from './record.queries.ts'

/** Seals names and writes the digest to the security log, so its anchors cover it. Later claims are told apart by their time. */
export async function recordEmergency(tx: Tx, emergency: EmergencyRow): Promise<void> {
  await lockRoll(tx, emergency.id)
  await sealRoll(tx, emergency.id)
  const [version] = recordVersions
  const record = await computeDigest(tx, emergency.id, version)
  if (!record) throw new Error('The record of an emergency was not dated')
  const { digest, people, claims } = record
  await storeDigest(tx, emergency.id, digest)
  await audit(tx, 'emergency_recorded', {
    actorId: emergency.all_clear_by,
    emergencyId: emergency.id,
    zoneId: emergency.zone_id,
    drill: emergency.drill,
    digest,
    version,
    people,
    claims,
  })
}

/** `unproven`: the data matches the stored digest, but the log no longer contains the record because of its age. */
export type RecordState = 'matches' | 'changed' | 'unproven'

/** Compares an ended emergency with its record in the security log; undefined if it ended before there were records. */
export async function checkRecord(tx: Tx, { id, record_digest }: EmergencyRow, late: LateClaimsOf) {
  const [newest, previous] = recordVersions
  const current = await computeDigest(tx, id, newest)
  if (!current) return undefined
  const logged = await findLoggedRecord(tx, id, current.recorded_at)
  const expected = logged?.digest ?? record_digest
  // A digest belongs to one version, so an older one cannot hide what only a newer one covers.
  const older = current.digest === expected ? undefined : await computeDigest(tx, id, previous)
  const [version, record] = older?.digest === expected ? [previous, older] : [newest, current]
  const names = await countNames(tx, id, version)
  const isUnchanged = record.digest === expected && names.changed === 0 && (await followsFromClaims(tx, id))
  const state: RecordState = !isUnchanged ? 'changed' : logged ? 'matches' : 'unproven'
  return {
    state,
    recordedAt: record.recorded_at,
    digest: expected ?? '',
    eventNumber: logged?.number ?? null,
    people: record.people,
    claims: record.claims,
    removedNames: names.removed,
    late: await listLateClaims(tx, id, late),
  }
}

/** Returns true if each stored state, which the report shows, is the one that the claims say. */
async function followsFromClaims(tx: Tx, emergencyId: string): Promise<boolean> {
  const people = await listStates(tx, emergencyId)
  const readOutcome = await readOutcomes(tx, pluck(people, 'id'))
  return people.every(({ id, ...columns }) => isDeepStrictEqual(columns, toStateColumns(readOutcome(id))))
}
