import { expect, it } from 'vitest'
import { androidManifest, findProblems, iosDelegate, iosInfo } from './native-settings.ts'

const bare = {
  manifest:
    '<manifest>\n    <application android:allowBackup="true">\n        <activity>\n        </activity>\n    </application>\n</manifest>\n',
  info: '<plist>\n<dict>\n\t<key>CFBundleName</key>\n\t<string>Muster</string>\n</dict>\n</plist>\n',
  delegate: 'class AppDelegate {\n}\n',
}

it('a generated project receives the required settings exactly once', () => {
  expect(findProblems(bare)).toContain('android.permission.ACCESS_FINE_LOCATION')
  const settings = {
    manifest: androidManifest(bare.manifest),
    info: iosInfo(bare.info),
    delegate: iosDelegate(bare.delegate),
  }
  expect(findProblems(settings)).toEqual([])
  expect(settings.manifest).toContain('android:allowBackup="false"')
  expect(settings.info.trim().endsWith('</dict>\n</plist>')).toBe(true)
  expect(androidManifest(settings.manifest)).toBe(settings.manifest)
  expect(iosInfo(settings.info)).toBe(settings.info)
  expect(iosDelegate(settings.delegate)).toBe(settings.delegate)
})

it('a project of an unexpected shape is rejected instead of half changed', () => {
  expect(() => androidManifest('<manifest></manifest>')).toThrow('</activity>')
  expect(() => iosInfo('')).toThrow()
})
