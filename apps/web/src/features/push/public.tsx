/** What other features may show of notifications, and what goes on beside all pages. */
export { PushDevices } from './push-devices.tsx'
export { PushKeeper } from './push-keeper.tsx'
