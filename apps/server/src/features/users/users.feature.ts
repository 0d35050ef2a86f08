import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { searchList } from '../../platform/search.ts'
import { usersEvents } from './users.events.ts'
import { usersPersonalData } from './users.personal-data.ts'
import { usersProcedures } from './users.procedures.ts'
import { zonePermissionsProcedures } from './zone-permissions.procedures.ts'

type Person = { userId: string; firstName: string; lastName: string; reference: string }

const usersSearches = {
  /** The people of the zone or, for people who manage all accounts, all accounts. */
  people: searchList<Person>(
    async (lists, { text, zoneId, limit }) => {
      if (zoneId === undefined)
        return (await lists.accounts.list({ search: text, limit })).rows.map(({ id, ...account }) => ({
          ...account,
          userId: id,
          reference: account.email,
        }))
      const { rows } = await lists.users.inZone({ zoneId, search: text, limit })
      return rows.map(person => ({ ...person, reference: person.invited ? person.userCode : person.email }))
    },
    ({ userId, firstName, lastName, reference }) => {
      const name = `${firstName} ${lastName}`.trim()
      return { id: userId, title: name || reference, text: name ? reference : '', zone: null, at: null }
    },
  ),
}

export const usersFeature = {
  procedures: (platform: Platform) => ({
    users: usersProcedures(platform),
    zonePermissions: zonePermissionsProcedures,
  }),
  events: usersEvents,
  searches: usersSearches,
  personalData: usersPersonalData,
} satisfies Feature
