import { deriveState } from '@muster/domain/emergency.ts'
import type { Tx } from '../../db/database.ts'
import { appendSecurityEvent } from '../security/index.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import {
  computeDigest,
  countNames,
  findLoggedRecord,
  type LateClaimsOf,
  listLateClaims,
  lockRoll,
  readStates,
  sealRoll,
  storeDigest,
} from './record.queries.ts'

/**
 * Records an emergency at its all clear: seals the names on the roll and writes the digest of roll and claims to the security log, so
 * that the log's anchors cover it. Claims that arrive later are told apart by their time. Runs as the database owner.
 */
export async function recordEmergency(tx: Tx, emergency: EmergencyRow): Promise<void> {
  await lockRoll(tx, emergency.id)
  await sealRoll(tx, emergency.id)
  const record = await computeDigest(tx, emergency.id)
  if (!record) throw new Error('The record of an emergency was not dated')
  const { digest, people, claims } = record
  await storeDigest(tx, emergency.id, digest)
  await appendSecurityEvent(tx, {
    type: 'emergency_recorded',
    description: 'The roll of an emergency or drill, and all answers until its all clear, were recorded.',
    actorId: emergency.all_clear_by,
    affectedUserId: null,
    severity: 'info',
    metadata: {
      emergencyId: emergency.id,
      zoneId: emergency.zone_id,
      drill: emergency.drill,
      digest,
      people,
      claims,
    },
  })
}

/** `unproven`: the data matches the stored digest, but the log no longer contains the record because of its age. */
export type RecordState = 'matches' | 'changed' | 'unproven'

/**
 * Compares an ended emergency with its record in the security log; undefined if it ended before there were records. Runs as the
 * database owner.
 */
export async function checkRecord(tx: Tx, { id, record_digest }: EmergencyRow, late: LateClaimsOf) {
  const record = await computeDigest(tx, id)
  if (!record) return undefined
  const logged = await findLoggedRecord(tx, id, record.recorded_at)
  const names = await countNames(tx, id)
  const isUnchanged =
    record.digest === (logged?.digest ?? record_digest) &&
    names.changed === 0 &&
    (await followsFromClaims(tx, id))
  const state: RecordState = !isUnchanged ? 'changed' : logged ? 'matches' : 'unproven'
  return {
    state,
    recordedAt: record.recorded_at,
    digest: logged?.digest ?? record_digest ?? '',
    eventNumber: logged?.number ?? null,
    people: record.people,
    claims: record.claims,
    removedNames: names.removed,
    late: await listLateClaims(tx, id, late),
  }
}

/** Returns true if each stored state, which the report shows, is the one that the claims say. */
async function followsFromClaims(tx: Tx, emergencyId: string): Promise<boolean> {
  const { people, claims } = await readStates(tx, emergencyId)
  return people.every(person => {
    const { state, claim, disputed, answer } = deriveState(claims.get(person.id) ?? [])
    return (
      person.state === state &&
      person.disputed === disputed &&
      (person.state_at?.getTime() ?? null) === (claim?.happenedAt ?? null) &&
      person.answer === (answer?.words ?? '') &&
      (person.answered_at?.getTime() ?? null) === (answer?.happenedAt ?? null)
    )
  })
}
