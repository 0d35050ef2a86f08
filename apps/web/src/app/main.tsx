import { activateLanguage } from '../lib/activate-language.ts'

await activateLanguage()
const { startApp } = await import('./start.tsx')
startApp()
