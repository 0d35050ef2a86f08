export { ChooseServerScreen } from './choose-server-screen.tsx'
