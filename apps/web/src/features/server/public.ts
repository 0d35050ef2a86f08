/** Which server the native app belongs to. */
export { ChooseServerScreen } from './choose-server-screen.tsx'
