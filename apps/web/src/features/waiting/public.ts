export { WaitingBar } from './waiting-bar.tsx'
