import { searchList } from '../../platform/search.ts'

export const groupsSearches = {
  groups: searchList(
    async (lists, { text, zoneId, limit }) =>
      (await lists.groups.list({ zoneId, search: text, limit, order: 'recent' })).rows,
    ({ id, name, description, zoneId, zoneName, createdAt }) => ({
      id,
      title: name,
      text: description ?? '',
      zone: { id: zoneId, name: zoneName },
      at: createdAt,
    }),
  ),
}
