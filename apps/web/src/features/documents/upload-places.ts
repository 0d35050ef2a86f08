import { api } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'

/** Creates the folders of an upload on demand, and reuses existing ones. */
export function createPlaces(zoneId: string, root: string | undefined) {
  const cached = new Map<string, Promise<string | undefined>>()

  async function createFolder(parent: string | undefined, name: string): Promise<string> {
    const where = { zoneId, ...(parent && { folderId: parent }) }
    try {
      return (await api.documents.createFolder({ ...where, name })).folderId
    } catch (error) {
      if (!hasCode(error, 'FOLDER_NAME_TAKEN')) throw error
      const { folders } = await api.documents.folders(where)
      const same = folders.find(it => it.name.toLowerCase() === name.toLowerCase())
      if (!same) throw error
      return same.id
    }
  }

  const find = (path: string): Promise<string | undefined> => {
    if (path === '') return Promise.resolve(root)
    const existing = cached.get(path)
    if (existing) return existing
    const cut = path.lastIndexOf('/')
    const parent = cut < 0 ? '' : path.slice(0, cut)
    const created = find(parent).then(id => createFolder(id, path.slice(cut + 1)))
    // A failed creation may be retried.
    created.catch(() => cached.delete(path))
    cached.set(path, created)
    return created
  }
  /** Returns the folder of a path such as `Plans/Old`; undefined at the root. */
  return { find }
}
