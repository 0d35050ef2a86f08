import { searchList } from '../../platform/search.ts'

type Zone = { id: string; name: string; description: string | null }

export const zonesSearches = {
  zones: searchList<Zone>(
    async (lists, { text, allZones, limit }) =>
      (
        await (allZones
          ? lists.zones.all({ search: text, limit })
          : lists.zones.available({ search: text, limit }))
      ).rows,
    ({ id, name, description }) => ({ id, title: name, text: description ?? '', zone: null, at: null }),
  ),
}
