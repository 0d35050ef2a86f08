import { expect, it } from 'vitest'
import { findProblems, patchAndroidManifest, patchAppDelegate, patchInfoPlist } from './native-settings.ts'

const generatedFiles = {
  manifest:
    '<manifest>\n    <application android:allowBackup="true">\n        <activity>\n        </activity>\n    </application>\n</manifest>\n',
  info: '<plist>\n<dict>\n\t<key>CFBundleName</key>\n\t<string>Muster</string>\n</dict>\n</plist>\n',
  delegate: 'class AppDelegate {\n}\n',
}

it('a generated project receives the required settings exactly once', () => {
  expect(findProblems(generatedFiles)).toContain('android.permission.ACCESS_FINE_LOCATION')
  const patchedFiles = {
    manifest: patchAndroidManifest(generatedFiles.manifest),
    info: patchInfoPlist(generatedFiles.info),
    delegate: patchAppDelegate(generatedFiles.delegate),
  }
  expect(findProblems(patchedFiles)).toEqual([])
  expect(patchedFiles.manifest).toContain('android:allowBackup="false"')
  expect(patchedFiles.info.trim().endsWith('</dict>\n</plist>')).toBe(true)
  expect(patchAndroidManifest(patchedFiles.manifest)).toBe(patchedFiles.manifest)
  expect(patchInfoPlist(patchedFiles.info)).toBe(patchedFiles.info)
  expect(patchAppDelegate(patchedFiles.delegate)).toBe(patchedFiles.delegate)
})

it('a project of an unexpected shape is rejected instead of half changed', () => {
  expect(() => patchAndroidManifest('<manifest></manifest>')).toThrow('</activity>')
  expect(() => patchInfoPlist('')).toThrow()
})
