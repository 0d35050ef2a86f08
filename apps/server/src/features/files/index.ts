/** The file API for other features. */
export { attachmentFolder } from './attachment-folder.ts'
export { describeUpload } from './describe-upload.ts'
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
export { fileLinks, fileOrLostView, fileView, lostFileView, withFileLinks } from './stored-files.view.ts'
export { registerUploadDoor, type UploadDeps, type UploadPlace } from './upload-door.ts'
