import { t } from '@lingui/core/macro'

export type DeviceName = { name: string; kind: 'phone' | 'computer' }

// The order matters: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari.
const browsers: readonly [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const operatingSystems: readonly [RegExp, string, DeviceName['kind']][] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'phone'],
  [/\bAndroid\b/, 'Android', 'phone'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
]

/** Returns a device's name, such as `Chrome on Windows`, and its kind. An unrecognised user agent is named `Unknown device`. */
export function parseDeviceName(userAgent: string): DeviceName {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const operatingSystem = operatingSystems.find(([pattern]) => pattern.test(userAgent))
  const kind = operatingSystem?.[2] ?? 'computer'
  if (!browser && !operatingSystem) return { name: t`Unknown device`, kind }
  if (!operatingSystem) return { name: browser ?? '', kind }
  const system = operatingSystem[1]
  return { name: browser ? t`${browser} on ${system}` : t`Browser on ${system}`, kind }
}
