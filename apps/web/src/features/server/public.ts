/** The public interface: the selection of the native app's server. */
export { ChooseServerScreen } from './choose-server-screen.tsx'
