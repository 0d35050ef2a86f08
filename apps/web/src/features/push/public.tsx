export { PushDevices } from './push-devices.tsx'
export { PushKeeper } from './push-keeper.tsx'
