import { emailOf } from './fixtures.ts'
import { startStandInGoogle } from './stand-in-google.ts'
import { startStandInMap } from './stand-in-map.ts'

export const streetMap = await startStandInMap()
export const google = await startStandInGoogle()
export const googleKey = 'a-key-of-the-journeys'

/** Differs from the address that the browser uses. */
export const publicUrl = 'https://muster.example'

/** The settings of one server for all journeys that need other settings than the defaults. They do not affect each other. */
export const ownSettings = {
  TIME_ZONE: 'Asia/Kolkata',
  SIGN_UP: 'invited',
  EMAIL_CONFIRMATION: '1',
  LANDING_ADMIN_EMAILS: emailOf('client'),
  PUBLIC_URL: publicUrl,
  // An empty value lets administrators choose the map.
  MAP_BASE: '',
  OPENFREEMAP_URL: streetMap.origin,
  GOOGLE_MAPS_KEY: googleKey,
  GOOGLE_MAPS_URL: google.origin,
}
