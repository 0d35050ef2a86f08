import { searchList } from '../../platform/search.ts'

export const broadcastsSearches = {
  broadcasts: searchList(
    async (lists, { text, zoneId, limit }) =>
      (await lists.broadcasts.list({ zoneId, search: text, limit })).rows,
    ({ id, title, message, zoneId, zoneName, sentAt, createdAt }) => ({
      id,
      title,
      text: message,
      zone: zoneId === null ? null : { id: zoneId, name: zoneName ?? '' },
      at: sentAt ?? createdAt,
    }),
  ),
}
