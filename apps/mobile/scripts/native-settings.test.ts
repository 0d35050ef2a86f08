import { expect, it } from 'vitest'
import { androidManifest, iosDelegate, iosInfo, problemsOf } from './native-settings.ts'

const bare = {
  manifest:
    '<manifest>\n    <application android:allowBackup="true">\n        <activity>\n        </activity>\n    </application>\n</manifest>\n',
  info: '<plist>\n<dict>\n\t<key>CFBundleName</key>\n\t<string>Muster</string>\n</dict>\n</plist>\n',
  delegate: 'class AppDelegate {\n}\n',
}

it('a generated project gets the required settings, once', () => {
  expect(problemsOf(bare)).toContain('android.permission.ACCESS_FINE_LOCATION')
  const made = {
    manifest: androidManifest(bare.manifest),
    info: iosInfo(bare.info),
    delegate: iosDelegate(bare.delegate),
  }
  expect(problemsOf(made)).toEqual([])
  expect(made.manifest).toContain('android:allowBackup="false"')
  expect(made.info.trim().endsWith('</dict>\n</plist>')).toBe(true)
  expect(androidManifest(made.manifest)).toBe(made.manifest)
  expect(iosInfo(made.info)).toBe(made.info)
  expect(iosDelegate(made.delegate)).toBe(made.delegate)
})

it('a project of an unexpected shape is rejected instead of half changed', () => {
  expect(() => androidManifest('<manifest></manifest>')).toThrow('</activity>')
  expect(() => iosInfo('')).toThrow()
})
