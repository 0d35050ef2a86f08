import { SecureStorage } from '@aparajita/capacitor-secure-storage'
import { App } from '@capacitor/app'
import { registerPlugin } from '@capacitor/core'
import { PushNotifications } from '@capacitor/push-notifications'
import type { BackgroundGeolocationPlugin } from '@capacitor-community/background-geolocation'
import { activateLanguage } from '@muster/web/src/lib/activate-language.ts'
import { setBackgroundDevice } from '@muster/web/src/lib/geolocation/background-choice.ts'
import { setNativePush } from '@muster/web/src/lib/native/native-push.ts'
import { createBackgroundWatch } from './background-device.ts'
import { followLinks } from './follow-links.ts'
import { createNativePush } from './native-push.ts'
import { restore } from './restore.ts'

// Set up the native parts before any screen uses them. The session is restored first, so that a signed-in person does not see the
// sign-in page.
await restore(SecureStorage)
setNativePush(createNativePush(PushNotifications))
setBackgroundDevice(
  createBackgroundWatch(registerPlugin<BackgroundGeolocationPlugin>('BackgroundGeolocation')),
)
followLinks(App)
await activateLanguage()
const { startApp } = await import('@muster/web/src/app/start.tsx')
startApp({ asksForServer: true })
