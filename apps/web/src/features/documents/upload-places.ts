import { api } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'

/** Creates the folders of an upload on demand, and reuses existing ones. */
export function createPlaces(zoneId: string, root: string | undefined) {
  const known = new Map<string, Promise<string | undefined>>()

  async function make(parent: string | undefined, name: string): Promise<string> {
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
    const before = known.get(path)
    if (before) return before
    const cut = path.lastIndexOf('/')
    const parent = cut < 0 ? '' : path.slice(0, cut)
    const made = find(parent).then(id => make(id, path.slice(cut + 1)))
    // A failed creation may be retried.
    made.catch(() => known.delete(path))
    known.set(path, made)
    return made
  }
  /** Returns the folder of a path such as `Plans/Old`; undefined at the root. */
  return { find }
}
