/** What features do with the files that belong to them. */
export {
  deleteFile,
  type FileRow,
  findHazardFile,
  findUnused,
  isVisibleFile,
  listBroadcastFiles,
  listHazardFiles,
  useFile,
} from './stored-files.queries.ts'
export { fileView } from './stored-files.view.ts'
export { registerUploadDoor, type UploadDeps } from './upload-door.ts'
