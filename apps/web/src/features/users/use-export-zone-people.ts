import { plural, t } from '@lingui/core/macro'
import type { PresenceFilter } from '@muster/contract/presence-word.ts'
import { limits } from '@muster/domain/limits.ts'
import { api } from '../../lib/api.ts'
import { downloadText } from '../../lib/download-text.ts'
import { errorText } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'

type Wanted = {
  userIds?: readonly string[]
  list?: 'people' | 'places'
  search?: string | undefined
  presence?: PresenceFilter | undefined
}

const maxPerRequest = limits.peopleChangedAtOnceMost

/** Returns the action that downloads the people of a zone as CSV: those selected, or all who match the filters. */
export function useExportZonePeople(zoneId: string) {
  return useAct({
    call: ({ userIds, ...filter }: Wanted) =>
      userIds ? exportSelected(zoneId, userIds) : api.users.exportCsv({ zoneId, ...filter }),
    onDone: ({ fileName, csv }) => downloadText(fileName, csv, 'text/csv'),
    done: ({ fileName, rows }) => [
      t`Download ready`,
      t`${plural(rows, { one: '# user', other: '# users' })} in ${fileName}.`,
    ],
    failed: error => [t`Download failed`, errorText(error, t`The people couldn’t be exported. Try again.`)],
  })
}

/** Exports selected people in as many requests as needed, and joins the files below one header. */
async function exportSelected(zoneId: string, userIds: readonly string[]) {
  const lineBreak = '\r\n'
  let file: Awaited<ReturnType<typeof api.users.exportCsv>> | undefined
  for (let start = 0; start < userIds.length; start += maxPerRequest) {
    const part = await api.users.exportCsv({ zoneId, userIds: userIds.slice(start, start + maxPerRequest) })
    file = file
      ? {
          ...file,
          csv: file.csv + part.csv.slice(part.csv.indexOf(lineBreak) + lineBreak.length),
          rows: file.rows + part.rows,
        }
      : part
  }
  if (!file) throw new Error('Nobody is selected')
  return file
}
