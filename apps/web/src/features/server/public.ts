/** The public interface of the server feature, in which the native app selects its server. */
export { ChooseServerScreen } from './choose-server-screen.tsx'
