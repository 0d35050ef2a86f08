import { toDisplayName } from '../../../db/person-names.ts'
import { api, inZoneOf } from '../../../rpc/base.ts'
import { ofEmergency, ofManagedEmergency } from '../emergencies.policy.ts'
import { noteBoardView } from '../note-views.ts'
import { lastPositionView, listLastPositions } from './last-positions.queries.ts'
import { messageMissing } from './message-missing.ts'
import { countReach } from './messages.queries.ts'
import { countByCompany, countByPlace, countByZone } from './places.queries.ts'

const rollReason =
  'the message reaches everybody on the roll who is not accounted for, and only the server writes it'
const messageLimit = { name: 'emergency-message', points: 20, seconds: 10 * 60 }

/** Procedures for the board of an emergency: people by zone and place, last positions, and messages to the missing. */
export const emergencyBoardProcedures = {
  places: api.emergencyBoard.places
    .use(inZoneOf(ofEmergency, 'view_attendance'))
    .handler(async ({ context: { tx, emergency } }) => ({
      zones: (await countByZone(tx, emergency.id)).map(zoneCountView),
      places: await countByPlace(tx, emergency.id),
      companies: await countByCompany(tx, emergency.id),
    })),

  positions: api.emergencyBoard.positions
    .use(inZoneOf(ofEmergency, 'view_attendance'))
    .handler(async ({ context }) => {
      const { tx, emergency } = context
      await noteBoardView(context, emergency.id)
      return {
        positions: (await listLastPositions(tx, emergency.id)).map(row => ({
          ...lastPositionView(row),
          name: toDisplayName(row.name),
          state: row.state,
          why: row.why,
          zoneId: row.zone_id,
          company: row.company,
        })),
      }
    }),

  reach: api.emergencyBoard.reach
    .use(inZoneOf(ofManagedEmergency, 'broadcast', { asOwner: rollReason }))
    .handler(async ({ context: { tx, actor }, input }) => {
      const { withoutAccount, ...counts } = await countReach(tx, input, actor.userId)
      return { ...counts, withoutAccount: [...withoutAccount] }
    }),

  message: api.emergencyBoard.message
    .use(inZoneOf(ofManagedEmergency, 'broadcast', { asOwner: rollReason, rateLimit: messageLimit }))
    .handler(({ context, input }) =>
      messageMissing(context, context.emergency, { ...input, senderId: context.actor.userId }),
    ),
}

export const zoneCountView = (row: Awaited<ReturnType<typeof countByZone>>[number]) => ({
  zoneId: row.zone_id,
  zoneName: row.zone_name,
  help: row.help,
  missing: row.missing,
  safe: row.safe,
})
