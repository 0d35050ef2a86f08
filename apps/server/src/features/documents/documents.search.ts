import { searchList } from '../../platform/search.ts'

export const documentsSearches = {
  documents: searchList(
    async (lists, { text, zoneId, limit }) =>
      (await lists.documents.files({ zoneId, search: text, limit })).rows,
    ({ id, title, file, zoneId, zoneName, updatedAt }) => ({
      id,
      title,
      text: file.name === title ? '' : file.name,
      zone: { id: zoneId, name: zoneName },
      at: updatedAt,
    }),
  ),
  folders: searchList(
    async (lists, { text, zoneId, limit }) =>
      zoneId === undefined
        ? (await lists.documents.allFolders({ search: text, limit })).rows
        : (await lists.documents.folders({ zoneId, search: text })).folders,
    ({ id, name, description, zoneId, zoneName, createdAt }) => ({
      id,
      title: name,
      text: description ?? '',
      zone: { id: zoneId, name: zoneName },
      at: createdAt,
    }),
  ),
}
