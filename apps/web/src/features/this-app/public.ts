export { InstallHint } from './install-hint.tsx'
export { OfflineFacts } from './offline-facts.tsx'
