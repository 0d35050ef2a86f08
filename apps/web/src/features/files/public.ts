/** The parts of the files feature that other features use. */
export { AttachmentList, RemoveFileButton } from './attachment-list.tsx'
export { FilePicker, UploadList } from './file-picker.tsx'
export { canPreview, FileContent, FilePreview, lostText as lostWords } from './file-preview.tsx'
export { FileThumbnail } from './file-thumbnail.tsx'
export { invalidFileUrl, saveFile } from './save-file.ts'
export { sendFile, UploadError } from './send-file.ts'
export { type FetchLinks, useFileLinks } from './use-file-links.ts'
export { useUploads } from './use-uploads.ts'
