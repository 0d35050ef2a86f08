/** What features do with the files that belong to them. */

export { filesPersonalData } from './files.personal-data.ts'
export {
  deleteBroadcastFile,
  deleteFile,
  deleteUnusedFiles,
  type FileRow,
  findHazardFile,
  findUnused,
  isVisibleFile,
  listBroadcastFiles,
  listFilesAt,
  listHazardFiles,
  nameDocument,
  shareFile,
  useFile,
} from './stored-files.queries.ts'
export { fileLinks, fileOrLostView, fileView, lostFileView, withFileLinks } from './stored-files.view.ts'
export { registerUploadDoor, type UploadDeps } from './upload-door.ts'
