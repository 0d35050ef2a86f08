/** What other features and the doors may ask of people's own settings. */
export { isOwnDownload } from './download/downloads.queries.ts'
export { isVisiblePhoto } from './settings.queries.ts'
