import { isIos } from './is-ios.ts'

/** iPhones do not know `geo:`, and a computer rarely has an app for it, so they get a page. */
export function toMapUrl({ lat, lng, name = '' }: { lat: number; lng: number; name?: string }): string {
  const label = encodeURIComponent(name)
  if (isIos()) return `https://maps.apple.com/?ll=${lat},${lng}&q=${label || `${lat},${lng}`}`
  if (!navigator.maxTouchPoints)
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=18/${lat}/${lng}`
  return `geo:${lat},${lng}?q=${lat},${lng}${label && `(${label})`}`
}
