import { api } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'

/** Creates a resolver for the folders of an upload, which creates missing folders on demand and reuses existing ones. */
export function createFolderResolver(zoneId: string, root: string | undefined) {
  const folderIdsByPath = new Map<string, Promise<string | undefined>>()

  async function createFolder(parent: string | undefined, name: string): Promise<string> {
    const parentInput = { zoneId, ...(parent && { folderId: parent }) }
    try {
      return (await api.documents.createFolder({ ...parentInput, name })).folderId
    } catch (error) {
      if (!hasCode(error, 'FOLDER_NAME_TAKEN')) throw error
      const { folders } = await api.documents.folders(parentInput)
      const existingFolder = folders.find(it => it.name.toLowerCase() === name.toLowerCase())
      if (!existingFolder) throw error
      return existingFolder.id
    }
  }

  const findFolder = (path: string): Promise<string | undefined> => {
    if (path === '') return Promise.resolve(root)
    const cachedId = folderIdsByPath.get(path)
    if (cachedId) return cachedId
    const slashIndex = path.lastIndexOf('/')
    const parent = slashIndex < 0 ? '' : path.slice(0, slashIndex)
    const folderId = findFolder(parent).then(id => createFolder(id, path.slice(slashIndex + 1)))
    // A failed creation may be retried.
    folderId.catch(() => folderIdsByPath.delete(path))
    folderIdsByPath.set(path, folderId)
    return folderId
  }
  /** `find` returns the id of the folder at a path such as `Plans/Old`; for an empty path, `root`. */
  return { find: findFolder }
}
