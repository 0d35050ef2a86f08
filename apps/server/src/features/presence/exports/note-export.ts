import type { ExportFormat, ExportKind } from '@muster/contract/presence-exports.ts'
import type { Tx } from '../../../db/database.ts'
import type { SignedInActor } from '../../../rpc/context.ts'
import { appendSecurityEvents } from '../../security/index.ts'

type ExportDetails = {
  readonly zoneId: string
  readonly kind: ExportKind
  readonly format: ExportFormat
  readonly from: string | undefined
  readonly to: string | undefined
  readonly rows: number
  readonly withPoints: boolean
}

/** Logs that a zone's presence data was exported and, if it includes positions, that positions were viewed. */
export async function noteExport(
  tx: Tx,
  { userId }: Pick<SignedInActor, 'userId'>,
  { zoneId, kind, format, from, to, rows, withPoints }: ExportDetails,
): Promise<void> {
  const accessType = `${kind}_${format}`
  const event = { actorId: userId, affectedUserId: null, severity: 'info' } as const
  const description = `Exported ${kind === 'inside' ? 'who is inside a zone' : 'the visits of a zone'}: ${accessType}.`
  await appendSecurityEvents(tx, [
    { ...event, type: 'data_access', description, metadata: { accessType, zoneId, rows, from, to } },
    ...(withPoints
      ? [{ ...event, type: 'location_access', description, metadata: { accessType, zoneId } } as const]
      : []),
  ])
}
