/** The server selection of the native app. */
export { ChooseServerScreen } from './choose-server-screen.tsx'
