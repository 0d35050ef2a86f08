/** The public interface of push notifications, including the component that runs on every page. */
export { PushDevices } from './push-devices.tsx'
export { PushKeeper } from './push-keeper.tsx'
