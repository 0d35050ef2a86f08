/** What features do with the files that belong to them. */
export {
  deleteBroadcastFile,
  deleteFile,
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
export { fileView, withFileLinks } from './stored-files.view.ts'
export { registerUploadDoor, type UploadDeps } from './upload-door.ts'
