/** What the frame around every page shows of what waits to be sent. */
export { WaitingBar } from './waiting-bar.tsx'
