export { attachmentFolder } from './attachment-folder.ts'
export { describeUpload } from './describe-upload.ts'
export {
  attachToBroadcast as useFile,
  attachToDocument as nameDocument,
  attachToGroup as shareFile,
  deleteBroadcastFile,
  deleteFile,
  type FileRow,
  findHazardFile,
  findUnusedFile as findUnused,
  isVisibleFile,
  listBroadcastFiles,
  listFilesByPath as listFilesAt,
  listHazardFiles,
} from './stored-files.queries.ts'
export {
  fileOrLostView,
  fileView,
  lostFileView,
  toFileLinks as fileLinks,
  withFileLinks,
} from './stored-files.view.ts'
export { registerUploadDoor, type UploadDeps, type UploadEndpoint as UploadPlace } from './upload-door.ts'
