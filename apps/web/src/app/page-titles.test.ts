import { expect, it } from 'vitest'
import { headerTitle } from './page-titles.ts'

it.each([
  ['/', 'Dashboard'],
  ['/dashboard', 'Dashboard'],
  ['/zones', 'Zones'],
  ['/my-zones', 'Zone Presence'],
  ['/users', 'Users'],
  ['/hazards', 'Notify'],
  ['/broadcasts', 'Broadcasts'],
  ['/reports', 'Reports'],
  ['/files', 'Files & Folders'],
  ['/documents', 'Documents'],
  ['/groups', 'Groups'],
  ['/settings', 'Settings'],
  ['/security', 'Security'],
  ['/alerts', 'Alerts'],
  ['/zone-app-users', 'App Users'],
  ['/zones/1', 'Zone'],
  ['/nowhere', 'Page'],
  ['/nowhere/1', 'Page'],
])('the header of %s says %s', (pathname, title) => {
  expect(headerTitle(pathname)).toBe(title)
})
