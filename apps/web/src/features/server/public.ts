/** The choice of the native app's server. */
export { ChooseServerScreen } from './choose-server-screen.tsx'
