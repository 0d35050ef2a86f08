import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id } from './ids.ts'
import { oneLine } from './texts.ts'

const { inZone } = callsTagged('emergencies')

/** A member who is called in an emergency, but does not count as missing, such as a guard at the gate. */
export const uncountedPerson = z.object({ userId: id, name: z.string(), reason: z.string() })
export type UncountedPerson = z.infer<typeof uncountedPerson>

const uncountedList = z.object({ people: z.array(uncountedPerson).max(limits.uncountedMost) })

export const zoneUncounted = {
  list: inZone(
    'GET /zones/{zoneId}/uncounted-people',
    'list_uncounted_people',
    'List the people who do not count in an emergency',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(uncountedList),
  /** For emergencies declared afterwards. Nothing changes if `expectedIds` is outdated. */
  set: inZone(
    'PUT /zones/{zoneId}/uncounted-people',
    'set_uncounted_people',
    'Set the people who do not count in an emergency',
  )
    .input(
      z.strictObject({
        zoneId: id,
        people: fitting(
          z
            .array(z.strictObject({ userId: id, reason: oneLine(200).min(1, 'Enter a reason') }))
            .max(limits.uncountedMost)
            .refine(people => new Set(people.map(it => it.userId)).size === people.length, {
              error: 'Name each person once',
            }),
          'rows of zone_uncounted_people',
        ),
        expectedIds: fitting(z.array(id).max(limits.uncountedMost), 'uuid[]'),
      }),
    )
    .output(uncountedList)
    .errors(pick('LIST_CHANGED', 'NOT_ASSIGNED')),
}
