/** The screen on which the native app selects its server. */
export { ChooseServerScreen } from './choose-server-screen.tsx'
