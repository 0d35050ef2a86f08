import { plural, t } from '@lingui/core/macro'
import type { PresenceFilter } from '@muster/contract/presence-word.ts'
import { limits } from '@muster/domain/limits.ts'
import { api } from '../../lib/api.ts'
import { exportSelected, useCsvDownload } from '../../ui/forms/use-csv-download.ts'

type Wanted = {
  userIds?: readonly string[]
  list?: 'people' | 'places'
  search?: string | undefined
  presence?: PresenceFilter | undefined
}

/** Returns the action that downloads the people of a zone as CSV: those selected, or all who match the filters. */
export const useExportZonePeople = (zoneId: string) =>
  useCsvDownload({
    call: ({ userIds, ...filter }: Wanted) =>
      userIds
        ? exportSelected(userIds, limits.peopleChangedAtOnceMost, part =>
            api.users.exportCsv({ zoneId, userIds: part }),
          )
        : api.users.exportCsv({ zoneId, ...filter }),
    done: ({ rows, fileName }) => t`${plural(rows, { one: '# user', other: '# users' })} in ${fileName}.`,
    failed: t`The people couldn’t be exported. Try again.`,
  })
