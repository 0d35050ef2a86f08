/** What the frame and the settings show of the app itself: installing it, and what it keeps. */
export { InstallHint } from './install-hint.tsx'
export { OfflineFacts } from './offline-facts.tsx'
