import { searchList } from '../../platform/search.ts'

export const hazardsSearches = {
  hazards: searchList(
    async (lists, { text, zoneId, limit }) =>
      (await lists.hazards.list({ zoneId, search: text, limit })).rows,
    ({ id, title, description, zoneId, zoneName, createdAt }) => ({
      id,
      title,
      text: description,
      zone: { id: zoneId, name: zoneName },
      at: createdAt,
    }),
  ),
}
