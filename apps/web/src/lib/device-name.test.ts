import { expect, it } from 'vitest'
import { parseDeviceName } from './device-name.ts'

const windowsUserAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`${windowsUserAgent} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Windows', 'computer'],
  [`${windowsUserAgent} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows', 'computer'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux', 'computer'],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    'phone',
  ],
  ['curl/8.5.0', 'Unknown device', 'computer'],
  ['', 'Unknown device', 'computer'],
])('the user agent of %s is recognised', (userAgent, name, kind) => {
  expect(parseDeviceName(userAgent)).toEqual({ name, kind })
})
