/** The public interface: installing the app, and the data stored on the device. */
export { InstallHint } from './install-hint.tsx'
export { OfflineFacts } from './offline-facts.tsx'
