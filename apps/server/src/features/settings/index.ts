/** What other features and the doors may ask of people's own settings. */
export { isVisiblePhoto } from './settings.queries.ts'
