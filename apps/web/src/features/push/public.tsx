/** The exports of push notifications for other features, and the component that runs beside all pages. */
export { PushDevices } from './push-devices.tsx'
export { PushKeeper } from './push-keeper.tsx'
